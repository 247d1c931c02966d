import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramCommand } from '../../client/local/daemon-program.ts'
import { localHome } from '../../client/local/daemon.ts'
import type { ServiceManager } from './service.ts'
import { runTool, tryTool } from './tools.ts'
import { escapeXml, unescapeXml } from './xml.ts'

const name = 'Companion'

/** The service as a task of Windows that starts when its user signs in. */
export function scheduledTask(environment: NodeJS.ProcessEnv, command: ProgramCommand): ServiceManager {
  const { path: home } = localHome(environment)
  const file = join(home, 'service.xml')
  const variables = join(home, 'service.env')
  const schtasks = (...words: string[]) => runTool('schtasks', words, environment)
  const task = () => {
    const { status, stdout } = tryTool('schtasks', ['/Query', '/TN', name, '/XML'], environment)
    return status === 0 ? stdout : null
  }
  return {
    kind: 'scheduled task',
    file,
    home: () => homeOfTask(task() ?? ''),
    assertUsable: () => void schtasks('/?'),
    state: () => {
      const text = task()
      const enabled = text !== null && !/<Settings>[^]*<Enabled>false<\/Enabled>/.test(text)
      // Whether it runs is said in the language of the machine alone: the daemon's own file says it.
      return { installed: text !== null, enabled, running: null, pid: null, since: null }
    },
    install: () => {
      mkdirSync(home, { recursive: true, mode: 0o700 })
      writeFileSync(variables, `COMPANION_HOME='${home}'\n`)
      const user = [environment['USERDOMAIN'], environment['USERNAME']].filter(Boolean).join('\\')
      // As the Task Scheduler writes them itself.
      writeFileSync(file, `\uFEFF${taskXml(command, { home, variables, user })}`, 'utf16le')
      schtasks('/Create', '/TN', name, '/XML', file, '/F')
    },
    uninstall: () => {
      tryTool('schtasks', ['/End', '/TN', name], environment)
      schtasks('/Delete', '/TN', name, '/F')
    },
    start: () => void schtasks('/Run', '/TN', name),
    stop: () => void tryTool('schtasks', ['/End', '/TN', name], environment),
    advice: 'It runs while you are signed in.',
  }
}

interface TaskOptions {
  readonly home: string
  /** A file of environment variables, which a task cannot have by itself. */
  readonly variables: string
  /** `DOMAIN\name`. */
  readonly user: string
}

/** The task as the Task Scheduler reads it. The console of Node stays out of sight with the headless host. */
export function taskXml({ program, args }: ProgramCommand, { home, variables, user }: TaskOptions): string {
  const words = ['--headless', program, `--env-file=${variables}`, ...args].map((word) =>
    /\s/.test(word) ? `"${word}"` : word,
  )
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Companion, on ${escapeXml(home)}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>${escapeXml(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${escapeXml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>10</Count>
    </RestartOnFailure>
    <Enabled>true</Enabled>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${escapeXml(words.join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** The home that a task names; null where it names none. */
export function homeOfTask(text: string): string | null {
  const [, home] = /<Description>Companion, on ([^<]*)<\/Description>/.exec(text) ?? []
  return home === undefined ? null : unescapeXml(home)
}
