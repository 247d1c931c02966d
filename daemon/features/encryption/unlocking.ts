import { join } from 'node:path'
import { type Home, readIfThere } from '../../kernel/home.ts'
import { homeKeyOf, useHomeKey } from '../../kernel/encryption/home-key.ts'
import { encryptHome } from './converting.ts'
import { isEncrypted, isKeyOf, keepBoth } from '../../kernel/encryption/key-file.ts'
import { waitForKey } from './locked.ts'

/** The name under which systemd hands over the key of a home (`systemd.exec(5)`, `LoadCredentialEncrypted=`). */
export const credentialName = 'companion-home-key'

interface UnlockDependencies {
  readonly home: Home
  readonly environment: NodeJS.ProcessEnv
  /** Called where somebody has to unlock it: may resolve with the key, in hexadecimal, and need not. */
  readonly ask: () => Promise<string>
  /** Called with the key that somebody has unlocked it with. */
  readonly unlocked: (key: string) => void
}

/**
 * Makes an encrypted home usable for this process: with the key that it had before a restart, that of systemd, or that of the
 * app; else it waits until somebody unlocks it. What lies there unencrypted is encrypted. Does nothing where a home is not
 * encrypted.
 */
export async function unlockHome({ home, environment, ask, unlocked }: UnlockDependencies): Promise<void> {
  if (!isEncrypted(home)) return
  const known = homeKeyOf(home.path) ?? credentialIn(environment)
  const isKnown = known !== null && isKeyOf(home, known)
  const key = isKnown ? known : await firstGiven(home, ask)
  if (!isKnown) unlocked(key.toString('hex'))
  useHomeKey(home.path, key)
  keepBoth(home)
  encryptHome(home, key)
}

async function firstGiven(home: Home, ask: UnlockDependencies['ask']): Promise<Buffer> {
  const given = new AbortController()
  const asked = async (): Promise<Buffer> => {
    const key = Buffer.from(await ask(), 'hex')
    // Whoever has another one is asked again, and then knows that it is another one.
    return isKeyOf(home, key) ? key : asked()
  }
  try {
    return await Promise.race([waitForKey(home, given.signal), asked()])
  } finally {
    given.abort()
  }
}

function credentialIn({ CREDENTIALS_DIRECTORY: folder }: NodeJS.ProcessEnv): Buffer | null {
  const text = folder ? readIfThere(join(folder, credentialName)) : null
  return text === null ? null : Buffer.from(text.trim(), 'hex')
}
