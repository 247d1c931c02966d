import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Home } from '../daemon/client/local/daemon.ts'
import { privateFile } from '../daemon/client/local/private-file.ts'

const Settings = Type.Object(
  {
    /** Whose machine it is, by their id. */
    family_member_uuid: Type.Union([Type.String(), Type.Null()]),
    /** The key that opens the window to ask in, as Electron writes it; null for none. */
    shortcut: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** Whether it was said that this desktop has nowhere to lock a sign-in away. */
    warned: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>

const isSettings = Compile(Settings)
const usual: Settings = { family_member_uuid: null, shortcut: 'CommandOrControl+Shift+Space', warned: false }

/** The app's own folder in the home. */
export const appFolder = ({ path }: Pick<Home, 'path'>) => join(path, 'app')

/** What the app remembers, in a file that only its owner may read. */
export interface SettingsFile {
  readonly read: () => Settings
  /** Changes some of it, the rest stays. */
  readonly change: (change: Partial<Settings>) => void
}

/** Opens the app's settings; anything missing or invalid in the file has its default. */
export function openSettings(folder: string): SettingsFile {
  const file = privateFile(join(folder, 'settings.json'))
  let settings = parse(file.read() ?? '{}')
  return {
    read: () => settings,
    change: (change) => {
      settings = { ...settings, ...change }
      file.write(`${JSON.stringify(settings, null, 2)}\n`)
    },
  }
}

function parse(text: string): Settings {
  try {
    const settings = { ...usual, ...(JSON.parse(text) as object) }
    return isSettings.Check(settings) ? settings : usual
  } catch {
    return usual
  }
}
