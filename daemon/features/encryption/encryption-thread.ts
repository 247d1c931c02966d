import { randomBytes } from 'node:crypto'
import {
  type EncryptionDone,
  type EncryptionProblem,
  type EncryptionRequest,
  shortestPassphrase,
} from '../../kernel/offline/encryption.ts'
import { createHome, type Home, locateHome } from '../../kernel/home.ts'
import { homeKeyBytes, useHomeKey } from '../../kernel/encryption/home-key.ts'
import { serveRequests } from '../../kernel/thread.ts'
import { makeWords } from '../../kernel/encryption/words.ts'
import { tryLockHome } from '../../store/lock.ts'
import { decryptHome, encryptHome } from './converting.ts'
import {
  isEncrypted,
  KeyFileDamaged,
  openKey,
  removeKey,
  writeKey,
} from '../../kernel/encryption/key-file.ts'
import { handOver } from './locked.ts'

type Outcome = EncryptionDone | EncryptionProblem

// Stretching a passphrase takes a second, and rewriting a home minutes. The command line starts it.
serveRequests(async (request: EncryptionRequest): Promise<Outcome> => {
  try {
    if ('encrypt' in request) return await encrypt(homeAt(request.encrypt.home), request.encrypt.passphrase)
    if ('decrypt' in request) return await decrypt(homeAt(request.decrypt.home), request.decrypt.secret)
    if ('change' in request) {
      const { home, secret, passphrase } = request.change
      return await withKey(homeAt(home), secret, async (at, key) => {
        if (passphrase.length < shortestPassphrase) return { problem: 'too_short' } as const
        const words = makeWords()
        await writeKey(at, key, { passphrase, words })
        return { words }
      })
    }
    if ('unlock' in request)
      return await withKey(
        homeAt(request.unlock.home),
        request.unlock.secret,
        async (home, key): Promise<Outcome> =>
          (await handOver(home, key)) ? {} : { problem: 'not_waiting' },
      )
    return await withKey(homeAt(request.open.home), request.open.secret, (_, key) => ({
      key: key.toString('hex'),
    }))
  } catch (error) {
    if (error instanceof KeyFileDamaged) return { problem: 'damaged_key' }
    throw error
  }
})

const homeAt = (path: string): Home => locateHome({ COMPANION_HOME: path })

async function withKey(
  home: Home,
  secret: string,
  work: (home: Home, key: Buffer) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  if (!isEncrypted(home)) return { problem: 'not_encrypted' }
  const key = await openKey(home, secret)
  return key === null ? { problem: 'wrong_secret' } : work(home, key)
}

async function encrypt(home: Home, passphrase: string): Promise<Outcome> {
  createHome(home)
  return whileStopped(home, async () => {
    if (isEncrypted(home)) return { problem: 'encrypted' }
    if (passphrase.length < shortestPassphrase) return { problem: 'too_short' }
    const [key, words] = [randomBytes(homeKeyBytes), makeWords()]
    await writeKey(home, key, { passphrase, words })
    useHomeKey(home.path, key)
    return { words, files: encryptHome(home, key) }
  })
}

function decrypt(home: Home, secret: string): Promise<Outcome> {
  return whileStopped(home, () =>
    withKey(home, secret, (_, key) => {
      useHomeKey(home.path, key)
      const files = decryptHome(home, key)
      removeKey(home)
      return { files }
    }),
  )
}

async function whileStopped(home: Home, work: () => Promise<Outcome>): Promise<Outcome> {
  const lock = tryLockHome(home)
  if (lock === null) return { problem: 'in_use' }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
