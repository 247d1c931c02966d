import { readIfThere, writeSecret } from '../../../kernel/home.ts'

/** The groups of settings that are the household's, and not of a machine: its ports, its networks, its disks. */
const groups = [
  'sessions',
  'sign_in',
  'limits',
  'capacity',
  'realtime',
  'password',
  'engine',
  'backups',
] as const
/** What of them names something on a machine. */
const ofMachine: Readonly<Record<string, readonly string[]>> = {
  password: ['breached_file'],
  engine: ['local'],
  backups: ['destination'],
}

type SettingsFile = Record<string, unknown>

const isObject = (value: unknown): value is SettingsFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in a file of settings; what cannot be read is as good as nothing, and the next start says why. */
function read(file: string): SettingsFile {
  try {
    const written: unknown = JSON.parse(readIfThere(file) ?? '{}')
    return isObject(written) ? written : {}
  } catch {
    return {}
  }
}

/** What of a file of settings belongs to the household, as it stands there: secrets stay sealed. */
export function householdSettings(file: string): SettingsFile {
  const written = read(file)
  const moved = groups.flatMap((group): [string, unknown][] => {
    const inner = written[group]
    if (!isObject(inner)) return []
    const left = new Set(ofMachine[group])
    return [[group, Object.fromEntries(Object.entries(inner).filter(([name]) => !left.has(name)))]]
  })
  return Object.fromEntries(moved)
}

/** Puts settings that came along into a file; those that the file has stay. */
export function mergeSettings(file: string, moved: SettingsFile): void {
  const written = read(file)
  const supported = Object.entries(moved).filter(([name]) => (groups as readonly string[]).includes(name))
  if (supported.length === 0) return
  const merged = supported.map(([name, inner]) => {
    const there = written[name]
    return [name, isObject(inner) && isObject(there) ? { ...inner, ...there } : (there ?? inner)] as const
  })
  writeSecret(file, `${JSON.stringify({ ...written, ...Object.fromEntries(merged) }, null, 2)}\n`)
}
