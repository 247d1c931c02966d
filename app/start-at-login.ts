import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Electron } from './electron.ts'

/** The argument that starts the app without a window. */
export const hidden = '--hidden'

/** Whether the app starts when its user signs in at the computer. */
export interface StartAtLogin {
  readonly wanted: () => boolean
  readonly want: (wanted: boolean) => void
}

/** Updates the entry if it is turned on: an AppImage has another name after an update. */
export function renew({ wanted, want }: StartAtLogin): void {
  if (wanted()) want(true)
}

interface StartAtLoginDependencies {
  readonly app: Pick<Electron['app'], 'getLoginItemSettings' | 'setLoginItemSettings'>
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly program: string
}

/** By the platform's own list; on Linux, where Electron knows none, by an entry of the desktop. */
export function startAtLogin({
  app,
  platform,
  environment,
  program,
}: StartAtLoginDependencies): StartAtLogin {
  if (platform === 'linux') return linuxEntry(environment, program)
  const options = platform === 'win32' ? { args: [hidden] } : {}
  return {
    wanted: () => app.getLoginItemSettings(options).openAtLogin,
    want: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, ...options }),
  }
}

/** As https://specifications.freedesktop.org/autostart-spec/latest/ has it. */
function linuxEntry(environment: NodeJS.ProcessEnv, program: string): StartAtLogin {
  const config = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config')
  const file = join(config, 'autostart', 'companion.desktop')
  return {
    wanted: () => existsSync(file),
    want: (wanted) => {
      if (!wanted) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      // An AppImage runs from a folder that is gone after it; the file itself is named by its environment.
      writeFileSync(file, entryOf(environment['APPIMAGE'] ?? program))
    },
  }
}

/** The autostart entry of a program, with its path quoted as `Exec` of the Desktop Entry Specification requires. */
export function entryOf(program: string): string {
  const quoted = program
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return `[Desktop Entry]
Type=Application
Name=Companion
Exec="${quoted}" ${hidden}
X-GNOME-Autostart-enabled=true
`
}
