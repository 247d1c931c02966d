import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ProgramCommand } from '../../client/local/daemon-program.ts'
import { localHome } from '../../client/local/daemon.ts'
import type { ServiceManager } from './service.ts'
import { readTextFile, runTool, tryTool } from './tools.ts'
import { escapeXml, unescapeXml } from './xml.ts'

const label = 'org.companion.daemon'

/** The service as an agent of launchd, which a Mac starts when its user signs in. */
export function launchd(environment: NodeJS.ProcessEnv, command: ProgramCommand): ServiceManager {
  const file = join(environment['HOME'] ?? homedir(), 'Library', 'LaunchAgents', `${label}.plist`)
  const domain = `gui/${process.getuid?.() ?? 0}`
  const service = `${domain}/${label}`
  const launchctl = (...words: string[]) => runTool('launchctl', words, environment)
  const loaded = () => tryTool('launchctl', ['print', service], environment)
  const text = () => readTextFile(file)
  const load = () => {
    if (loaded().status !== 0) launchctl('bootstrap', domain, file)
  }
  const unload = () => {
    if (loaded().status === 0) launchctl('bootout', service)
  }
  return {
    kind: 'launchd agent',
    file,
    home: () => homeOfAgent(text() ?? ''),
    assertUsable: () => void launchctl('version'),
    state: () => {
      const installed = text() !== null
      const { status, stdout } = installed ? loaded() : { status: 1, stdout: '' }
      const [, pid] = /^\s*pid = (\d+)$/m.exec(stdout) ?? []
      const running = pid !== undefined
      return { installed, enabled: status === 0, running, pid: running ? Number(pid) : null, since: null }
    },
    install: () => {
      const { path, logs } = localHome(environment)
      mkdirSync(logs, { recursive: true, mode: 0o700 })
      mkdirSync(dirname(file), { recursive: true })
      unload()
      writeFileSync(file, launchAgent(command, path, join(logs, 'stderr.log')))
    },
    uninstall: () => {
      unload()
      rmSync(file, { force: true })
    },
    start: () => {
      load()
      launchctl('kickstart', service)
    },
    // What stays loaded would be started again.
    stop: unload,
    advice: 'It runs while you are signed in.',
  }
}

/** The property list of the agent. */
export function launchAgent({ program, args }: ProgramCommand, home: string, errorLog: string): string {
  const words = [program, ...args].map((word) => `    <string>${escapeXml(word)}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>COMPANION_HOME</key>
    <string>${escapeXml(home)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>10</integer>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>/dev/null</string>
  <key>StandardErrorPath</key>
  <string>${escapeXml(errorLog)}</string>
</dict>
</plist>
`
}

/** The home that a property list names; null where it names none. */
export function homeOfAgent(text: string): string | null {
  const [, home] = /<key>COMPANION_HOME<\/key>\s*<string>([^<]*)<\/string>/.exec(text) ?? []
  return home === undefined ? null : unescapeXml(home)
}
