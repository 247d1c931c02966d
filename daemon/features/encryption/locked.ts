import { setTimeout as wait } from 'node:timers/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { DaemonFile } from '../../kernel/daemon-file.ts'
import { type Home, readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'
import { isKeyOf } from '../../kernel/encryption/key-file.ts'
import { type LockedDaemon, waitingOn } from '../../kernel/offline/encryption.ts'

type LockedHome = Pick<Home, 'homeKey' | 'backups' | 'locked'>

const pollMs = 150
/** How long a daemon may take until it has taken the key, in milliseconds. */
const takenTimeoutMs = 10_000

/** Where the key is left for it. */
const inbox = ({ locked }: LockedHome) => `${locked}.key`

/**
 * Waits until somebody who may write in the home hands over its key; goes on waiting where it is another one. `file` says where
 * a page asks for it meanwhile.
 */
export async function waitForKey(home: LockedHome, file: DaemonFile, signal: AbortSignal): Promise<Buffer> {
  const identity = await generateX25519Identity()
  const waiting: LockedDaemon = { pid: process.pid, recipient: await identityToRecipient(identity), file }
  removeFile(inbox(home))
  writeSecret(home.locked, `${JSON.stringify(waiting)}\n`)
  try {
    for (;;) {
      const key = await take(home, identity)
      if (key !== null && isKeyOf(home, key)) return key
      await wait(pollMs, undefined, { signal })
    }
  } finally {
    for (const file of [home.locked, inbox(home)]) removeFile(file)
  }
}

async function take(home: LockedHome, identity: string): Promise<Buffer | null> {
  const left = readIfThere(inbox(home))
  if (left === null) return null
  removeFile(inbox(home))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(Buffer.from(left, 'base64')).then(
    (key) => Buffer.from(key),
    () => null,
  )
}

/** Hands the key of a home over to the daemon that waits for it; false where none does, or it does not take it. */
export async function handOver(home: LockedHome, key: Buffer): Promise<boolean> {
  const waiting = waitingOn(home)
  if (waiting === null) return false
  const encrypter = new Encrypter()
  encrypter.addRecipient(waiting.recipient)
  writeSecret(inbox(home), Buffer.from(await encrypter.encrypt(key)).toString('base64'))
  for (const until = Date.now() + takenTimeoutMs; Date.now() < until; await wait(pollMs))
    if (waitingOn(home)?.recipient !== waiting.recipient) return true
  removeFile(inbox(home))
  return false
}
