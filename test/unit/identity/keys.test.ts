import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type CryptoKey, type JWK, jwtVerify, SignJWT } from 'jose'
import { algorithm, type Keys, loadKeys } from '../../../daemon/features/identity/keys.ts'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { ManualClock } from '../../support/clock.ts'

const minute = 60_000
const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
let homes = 0

async function open() {
  const home = locateHome({ COMPANION_HOME: join(folder.path, String((homes += 1))) })
  createHome(home)
  const clock = new ManualClock()
  const start = () => loadKeys(home, () => clock.now())
  const files = () => readdirSync(home.keys).map((name) => join(home.keys, name))
  const stored = () =>
    files().map((file): JWK & { retired_at?: number } => JSON.parse(readFileSync(file, 'utf8')))
  const keys = await start()
  clock.advance(1)
  return { home, clock, start, files, stored, keys }
}

/** Whether what `signing` signs is verified by the key that `keys` give for its id. */
async function fits({ kid, key }: { kid: string; key: CryptoKey }, keys: Keys): Promise<boolean> {
  const publicKey = keys.verifying(kid)
  if (!publicKey) return false
  const token = await new SignJWT({}).setProtectedHeader({ alg: algorithm }).sign(key)
  return jwtVerify(token, publicKey).then(
    () => true,
    () => false,
  )
}

test('a new home gets one signing key, and a separate local key', async () => {
  const { keys, stored } = await open()
  assert.equal(stored().length, 1)
  assert.equal(stored()[0]?.kid, keys.signing().kid)
  assert.equal(await fits(keys.signing(), keys), true)
  assert.equal(keys.verifying(keys.local().kid), undefined)
  assert.equal(keys.verifying('unknown'), undefined)
})

test('a rotation signs with a new key and returns its id', async () => {
  const { keys } = await open()
  const before = keys.signing().kid
  const kid = await keys.rotate()
  assert.notEqual(kid, before)
  assert.equal(keys.signing().kid, kid)
  assert.equal(await fits(keys.signing(), keys), true)
})

test('a new local key takes the place of the old one, also after a restart', async () => {
  const { keys, start } = await open()
  const before = keys.local().kid
  const kid = await keys.rotateLocal()
  assert.notEqual(kid, before)
  assert.equal(keys.local().kid, kid)
  assert.equal(keys.verifying(before), undefined)
  assert.equal((await start()).local().kid, kid)
})

test('signatures of a retired key are valid for 30 min and then no more', async () => {
  const { keys, clock } = await open()
  const old = keys.signing()
  clock.advance(5 * minute)
  await keys.rotate()
  clock.advance(30 * minute - 1)
  assert.equal(await fits(old, keys), true)
  clock.advance(1)
  assert.equal(await fits(old, keys), false)
  assert.equal(await fits(keys.signing(), keys), true)
})

test("the 30 min start at the key's retirement, also across a restart", async () => {
  const { keys, clock, start, stored } = await open()
  const old = keys.signing()
  await keys.rotate()
  clock.advance(20 * minute)
  const restarted = await start()
  clock.advance(10 * minute - 1)
  assert.equal(await fits(old, restarted), true)
  clock.advance(1)
  assert.equal(await fits(old, restarted), false)
  await start()
  assert.deepEqual(
    stored().map(({ kid }) => kid),
    [keys.signing().kid],
    'its file is gone',
  )
})

test('the private half of a retired key is gone from its file', async () => {
  const { keys, stored } = await open()
  const old = keys.signing().kid
  const kid = await keys.rotate()
  const [retired, signing] = [old, kid].map((id) => stored().find((key) => key.kid === id))
  assert.equal(retired?.d, undefined)
  assert.equal(typeof retired?.x, 'string')
  assert.equal(typeof signing?.d, 'string')
  assert.equal(signing?.retired_at, undefined)
})

test('keys are readable by their owner only', { skip: process.platform === 'win32' }, async () => {
  const { home, keys, files } = await open()
  await keys.rotate()
  for (const file of [home.localKey, ...files()]) assert.equal(statSync(file).mode & 0o777, 0o600, file)
})

test('a restart keeps the keys, before and after a rotation', async () => {
  const { keys, start } = await open()
  const first = await start()
  assert.deepEqual([first.signing().kid, first.local().kid], [keys.signing().kid, keys.local().kid])
  const old = keys.signing()
  await keys.rotate()
  const second = await start()
  assert.deepEqual([second.signing().kid, second.local().kid], [keys.signing().kid, keys.local().kid])
  assert.equal(await fits(old, second), true)
  assert.equal(await fits(keys.signing(), second), true)
})

test('an interrupted rotation leaves one signing key, and the other still verifies', async () => {
  const { home, keys, start, stored, clock } = await open()
  const other = await open()
  const [made] = other.stored()
  const name = `${new Date(clock.now()).toISOString().replaceAll(':', '')}-00000000.json`
  writeFileSync(join(home.keys, name), JSON.stringify(made))
  const restarted = await start()
  assert.equal(restarted.signing().kid, made?.kid)
  assert.equal(await fits(keys.signing(), restarted), true)
  assert.equal(stored().filter(({ d }) => d !== undefined).length, 1)
})

test('concurrent rotations leave one signing key, the same in memory and on disk', async () => {
  for (const times of [2, 5]) {
    const { keys, start, stored } = await open()
    const kids = await Promise.all(Array.from({ length: times }, () => keys.rotate()))
    assert.deepEqual(
      stored()
        .filter(({ d }) => d !== undefined)
        .map(({ kid }) => kid),
      [keys.signing().kid],
    )
    assert.equal((await start()).signing().kid, keys.signing().kid)
    for (const kid of kids) assert.ok(keys.verifying(kid), 'what a rotation answered is a key of this home')
  }
})

test('a clock set back does not lose the signing key', async () => {
  const { keys, clock, start, stored } = await open()
  const signs = async (keys: Keys) => {
    assert.equal(await fits(keys.signing(), keys), true)
    const { kid } = keys.signing()
    assert.deepEqual(
      stored().flatMap((key) => (key.d === undefined ? [] : [key.kid])),
      [kid],
    )
  }
  await keys.rotate()
  const old = keys.signing()
  clock.setTime(clock.now() - 86_400_000)
  const restarted = await start()
  assert.equal(restarted.signing().kid, old.kid)
  await restarted.rotate()
  await signs(restarted)
  assert.equal(await fits(old, restarted), true)
  const again = await start()
  assert.equal(again.signing().kid, restarted.signing().kid)
  await signs(again)
})

test('a home with damaged or unusable keys does not start', async () => {
  const { files, start } = await open()
  const [file = ''] = files()
  const { d: _, ...retired } = JSON.parse(readFileSync(file, 'utf8')) as JWK
  writeFileSync(file, JSON.stringify({ ...retired, retired_at: Date.now() }))
  await assert.rejects(start(), /holds no signing key/)
  writeFileSync(file, '{}')
  await assert.rejects(start(), /is not a signing key/)
})

test('a rotation uses the new key also after the clock was set back, and within a millisecond', async () => {
  for (const shift of [-86_400_000, 0, 0]) {
    const { keys, clock, start } = await open()
    await keys.rotate()
    const old = keys.signing()
    clock.setTime(clock.now() + shift)
    for (let n = 1; n <= 4; n += 1) {
      const before = keys.signing().kid
      const kid = await keys.rotate()
      assert.notEqual(kid, before)
      assert.equal(keys.signing().kid, kid)
    }
    assert.equal((await start()).signing().kid, keys.signing().kid)
    assert.equal(await fits(old, keys), true)
  }
})

test('each of two concurrent rotations returns its own key', async () => {
  const { keys } = await open()
  const kids = await Promise.all([keys.rotate(), keys.rotate(), keys.rotate()])
  assert.equal(new Set([...kids, keys.signing().kid]).size, 3)
})
