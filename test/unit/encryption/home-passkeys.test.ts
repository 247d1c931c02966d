import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import {
  addPasskey,
  isEncrypted,
  keepBoth,
  openByPasskey,
  openKey,
  type PasskeyLock,
  passkeysOf,
  removePasskey,
  writeKey,
} from '../../../daemon/kernel/encryption/key-file.ts'
import { makeWords } from '../../../daemon/kernel/encryption/words.ts'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const passphrase = 'seven herons over the weir'
const random = () => randomBytes(32).toString('base64url')

async function passphraseHome() {
  const home = locateHome({ COMPANION_HOME: temporaryFolder() })
  after(() => rmSync(home.path, { recursive: true, force: true }))
  createHome(home)
  const key = randomBytes(32)
  await writeKey(home, key, { passphrase, words: makeWords() })
  return { home, key, text: readFileSync(home.homeKey, 'utf8') }
}

// Stretching a passphrase takes seconds.
const made = await passphraseHome()
const another = await passphraseHome()

function homeWithPasskey({ home, key, text } = made) {
  for (const place of [home.homeKey, `${home.backups}/home-key.json`]) writeFileSync(place, text)
  return { home, key, ...add(home, key, 'Key ring') }
}

function add(home: ReturnType<typeof locateHome>, key: Buffer, name: string) {
  const question = { credential_id: random(), salt: random(), rp_id: 'localhost' } as const
  const created_at = new Date().toISOString()
  const passkey_uuid = crypto.randomUUID()
  const secret = random()
  addPasskey(home, key, { passkey_uuid, name, created_at, ...question }, secret)
  return { ...question, passkey_uuid, secret }
}

type File = { passkeys: PasskeyLock[] }

/** Changes the file of a home, both copies of it. */
function tamper({ homeKey, backups }: ReturnType<typeof locateHome>, change: (file: File) => void) {
  const file = JSON.parse(readFileSync(homeKey, 'utf8')) as File
  change(file)
  for (const place of [homeKey, `${backups}/home-key.json`]) writeFileSync(place, JSON.stringify(file))
}

describe('A passkey of a home', () => {
  it('opens it by its secret, and by no other', () => {
    const { home, key, credential_id, secret } = homeWithPasskey()
    assert.deepEqual(openByPasskey(home, credential_id, secret), key)
    assert.equal(openByPasskey(home, credential_id, random()), null)
    assert.equal(openByPasskey(home, random(), secret), null)
  })

  it('is not kept with its secret, nor with the key of the home', () => {
    const { home, key, secret } = homeWithPasskey()
    const text = readFileSync(home.homeKey, 'utf8')
    for (const hidden of [secret, key.toString('base64url'), key.toString('hex')])
      assert.ok(!text.includes(hidden))
  })

  it('opens nothing where anything of it was changed', () => {
    const changes: ((one: PasskeyLock, other: PasskeyLock) => Partial<PasskeyLock>)[] = [
      ({ sealed }) => ({ sealed: `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}` }),
      () => ({ salt: random() }),
      (_, { sealed }) => ({ sealed }),
      (_, { sealed, salt }) => ({ sealed, salt }),
      () => ({ sealed: '' }),
    ]
    for (const change of changes) {
      const { home, key, credential_id, secret } = homeWithPasskey()
      add(home, key, 'Another')
      tamper(home, ({ passkeys }) => {
        const [one, other] = passkeys as [PasskeyLock, PasskeyLock]
        Object.assign(one, change(one, other))
      })
      assert.equal(openByPasskey(home, credential_id, secret), null, String(change))
    }
  })

  it('opens no home whose key is another one', () => {
    const [one, other] = [homeWithPasskey(), homeWithPasskey(another)]
    tamper(one.home, (file) => {
      file.passkeys = passkeysOf(other.home)
    })
    assert.equal(openByPasskey(one.home, other.credential_id, other.secret), null)
  })

  it('opens nothing any more once it was removed, while others do', () => {
    const { home, key, passkey_uuid, credential_id, secret } = homeWithPasskey()
    const other = add(home, key, 'Another')
    assert.equal(removePasskey(home, crypto.randomUUID()), false)
    assert.equal(removePasskey(home, passkey_uuid), true)
    assert.equal(openByPasskey(home, credential_id, secret), null)
    assert.deepEqual(openByPasskey(home, other.credential_id, other.secret), key)
    rmSync(home.homeKey)
    keepBoth(home)
    assert.equal(openByPasskey(home, credential_id, secret), null)
  })

  it('stays where the passphrase is changed, as does one of a later format, which opens nothing here', async () => {
    const { home, key, credential_id, secret } = homeWithPasskey()
    tamper(home, ({ passkeys }) => passkeys.push({ format: 2, name: 'Later' } as never))
    assert.equal(isEncrypted(home), true)
    await writeKey(home, key, { passphrase: 'eleven otters under the pier', words: makeWords() })
    assert.deepEqual(openByPasskey(home, credential_id, secret), key)
    assert.equal(passkeysOf(home).length, 1)
    assert.match(readFileSync(home.homeKey, 'utf8'), /"Later"/)
    assert.equal(await openKey(home, passphrase), null)
    assert.deepEqual(await openKey(home, 'eleven otters under the pier'), key)
  })

  it('is missing from a file of before there were any, which still opens', async () => {
    const { home, key } = homeWithPasskey()
    tamper(home, (file) => Reflect.deleteProperty(file, 'passkeys'))
    assert.deepEqual(passkeysOf(home), [])
    assert.deepEqual(await openKey(home, passphrase), key)
  })
})
