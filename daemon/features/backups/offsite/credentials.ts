import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { BackupPlace, StorageCredentials } from '../../../kernel/offline/backup-location.ts'
import { type Home, removeFile } from '../../../kernel/home.ts'
import { keepSecret, readSecret } from '../../../kernel/encryption/home-key.ts'

/** What a server is told, and the one location that it is told at: no other server ever sees it. */
const Kept = Type.Object({ location: Type.String(), user: Type.String(), password: Type.String() })

/** The credentials of a location, where the home has them. */
export function readPlace(
  { offsiteCredentials }: Pick<Home, 'offsiteCredentials'>,
  location: string,
): BackupPlace {
  return { location, credentials: parse(readSecret(offsiteCredentials), location) }
}

/** Keeps the credentials of a place in the home; removes those of another where it has none. */
export function keepCredentials(
  { offsiteCredentials }: Pick<Home, 'offsiteCredentials'>,
  { location, credentials }: BackupPlace,
): void {
  if (credentials === null) removeFile(offsiteCredentials)
  else keepSecret(offsiteCredentials, `${JSON.stringify({ location, ...credentials }, null, 2)}\n`)
}

function parse(text: string | null, location: string): StorageCredentials | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (!Value.Check(Kept, stored) || stored.location !== location) return null
    return { user: stored.user, password: stored.password }
  } catch {
    return null
  }
}
