import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import type { DaemonFile } from '../../kernel/daemon-file.ts'
import type { UnlockService } from '../../kernel/encryption/unlock-service.ts'
import { homeKeyOf, useHomeKey } from '../../kernel/encryption/home-key.ts'
import { isEncrypted, isKeyOf, keepBoth } from '../../kernel/encryption/key-file.ts'
import { type Home, readIfThere } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { encryptHome } from './converting.ts'
import { openUnlockService, openHome, questionsOf } from './unlock-service.ts'
import { waitForKey } from './locked.ts'

/** The name under which systemd hands over the key of a home (`systemd.exec(5)`, `LoadCredentialEncrypted=`). */
export const credentialName = 'companion-home-key'

interface UnlockDependencies {
  readonly home: Home
  readonly environment: NodeJS.ProcessEnv
  readonly clock: Clock
  readonly log: Log
  /** Called where somebody has to unlock it: has a page ask for it, and answers where that is. */
  readonly listen: (unlockService: UnlockService) => Promise<DaemonFile>
  /** Called after that: may resolve with the key, in hexadecimal, and need not. */
  readonly ask: (file: DaemonFile) => Promise<string>
  readonly unlocked: (key: string) => void
}

/**
 * Makes an encrypted home usable for this process: with the key that it had before a restart, that of systemd, or that of the
 * app; else it waits until somebody unlocks it. What lies there unencrypted is encrypted. Does nothing where a home is not
 * encrypted.
 */
export async function unlockHome(dependencies: UnlockDependencies): Promise<void> {
  const { home, environment, unlocked } = dependencies
  if (!isEncrypted(home)) return
  const storedKey = homeKeyOf(home.path) ?? credentialIn(environment)
  const isKnown = storedKey !== null && isKeyOf(home, storedKey)
  const key = isKnown ? storedKey : await firstGiven(dependencies)
  if (!isKnown) unlocked(key.toString('hex'))
  useHomeKey(home.path, key)
  keepBoth(home)
  encryptHome(home, key)
}

async function firstGiven({ home, clock, log, listen, ask }: UnlockDependencies): Promise<Buffer> {
  const given = new AbortController()
  const { unlockService, key, passed } = openUnlockService({
    open: (attempt) => openHome(home, attempt),
    passkeys: () => questionsOf(home),
    clock,
    log,
  })
  const file = await listen(unlockService)
  const asked = async (): Promise<Buffer> => {
    const key = Buffer.from(await ask(file), 'hex')
    // Whoever has another one is asked again, and then knows that it is another one.
    return isKeyOf(home, key) ? key : asked()
  }
  try {
    return await Promise.race([waitForKey(home, file, given.signal), asked(), key])
  } finally {
    passed()
    given.abort()
  }
}

function credentialIn({ CREDENTIALS_DIRECTORY: folder }: NodeJS.ProcessEnv): Buffer | null {
  const text = folder ? readIfThere(join(folder, credentialName)) : null
  return text === null ? null : Buffer.from(text.trim(), 'hex')
}
