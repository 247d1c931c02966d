import { homeKeyOf, isSealed, openText, sealText } from './home-key.ts'

/** The settings that are secrets, and not merely paths, wherever they stand. */
const secretNames: ReadonlySet<string> = new Set(['api_key'])

/** What stands in the file of settings, with its secrets as they are. Throws `HomeLocked` where they are sealed and the home locked. */
export function openWritten<T>(written: T, file: string): T {
  const key = homeKeyOf(file)
  return mapSecrets(written, (text, name) => openText(key, text, name))
}

/** The same as it is to be written: its secrets sealed where the home is encrypted. */
export function sealWritten<T>(written: T, file: string): T {
  const key = homeKeyOf(file)
  return key === null ? written : mapSecrets(written, (text, name) => sealText(key, text, name))
}

/** Whether a secret of it stands there as it is. */
export function hasPlainSecret(written: unknown): boolean {
  let hasPlain = false
  mapSecrets(written, (text) => {
    hasPlain ||= !isSealed(text)
    return text
  })
  return hasPlain
}

function mapSecrets<T>(written: T, change: (text: string, name: string) => string): T {
  const text = JSON.stringify(written, (name, value: unknown) =>
    secretNames.has(name) && typeof value === 'string' ? change(value, name) : value,
  )
  return JSON.parse(text) as T
}
