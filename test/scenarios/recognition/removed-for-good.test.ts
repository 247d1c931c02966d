import assert from 'node:assert/strict'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import {
  login,
  password,
  personOf,
  signIn,
  startTestDaemon,
  type TestDaemon,
  temporaryFolder,
} from '../../support/daemon.ts'
import { everyRow, select } from '../../support/database.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { deviceWithPin } from '../../support/pin-device.ts'
import { soon } from '../../support/processes.ts'
import { anna, spoken, wav } from '../../support/recognition/speech.ts'
import { tinyModel } from '../../support/recognition/tiny-model.ts'
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts'
import { openDeviceKey } from '../../support/wire/device-key.ts'
import { type Answer, errorOf, rest } from '../../support/wire/rest.ts'

const [minute, day] = [60_000, 86_400_000]
const config = { backups: { daily: false }, voice: { model: tinyModel() } }
type Ask = (route: string, payload?: object, token?: string) => Promise<Answer['body']>

/** A phone of Ben, trusted for a week, on which he asks to set a new password. */
async function trustedPhone(daemon: TestDaemon, clock: ManualClock) {
  const { access_token: token } = await signIn(daemon, 'ben')
  const key = await openDeviceKey(daemon, clock)
  const offer = { token, payload: { name: 'Ben’s phone', kind: 'phone' } }
  const { pairing_code } = (await rest(daemon, 'POST /auth/devices/pair', offer)).body.data
  const paired = await key.call('POST /auth/devices/pair', { payload: { pairing_code } })
  assert.equal(paired.status, 201, JSON.stringify(paired.body))
  clock.sleep(7 * day)
  const { refresh_token } = paired.body.data
  return async () => {
    const renewed = await key.call('POST /auth/refresh', { payload: { refresh_token } })
    const { access_token } = renewed.body.data
    const asked = await key.call('POST /auth/recover/device', { token: access_token, payload: {} })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
  }
}

async function signInWithApp(daemon: TestDaemon, clock: ManualClock, secret: string): Promise<string> {
  // A code is good once.
  clock.advance(minute)
  const { mfa_token } = (await login(daemon, 'ben')).body.error.details
  const payload = { mfa_token, method: 'totp', code: codeAt(secret, clock.now()) }
  const { status, body } = await rest(daemon, 'POST /auth/login', { payload })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.access_token
}

/** Sets up every second factor of Ben, and signs him in with an approval; answers the secret of his app. */
async function everyFactor(daemon: TestDaemon, clock: ManualClock, ask: Ask) {
  const { access_token } = await signIn(daemon, 'ben')
  await ask('POST /auth/mfa/backup-codes', {}, access_token)
  const secret = await setUpApp(daemon, access_token, () => clock.now())
  const token = await signInWithApp(daemon, clock, secret)
  await ask('POST /auth/mfa/push', {}, token)

  // Browsers have passkeys at this name, not at the address.
  const origin = `http://localhost:${new URL(daemon.file.base_url).port}`
  const page = { ...daemon, file: { ...daemon.file, base_url: `${origin}/api/v1` } }
  const post = async (path: string, payload: object) => {
    const { status, body } = await rest(page, `POST ${path}`, { token, payload, headers: { origin } })
    assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`)
    return body.data
  }
  const { options } = await post('/auth/mfa/passkeys/options', {})
  const response = new SoftwareAuthenticator().create(options, origin)
  await post('/auth/mfa/passkeys', { name: 'Laptop', response })

  const { mfa_token } = (await login(daemon, 'ben')).body.error.details
  const goOn = () => rest(daemon, 'POST /auth/login', { payload: { mfa_token, method: 'push' } })
  const { number } = (await goOn()).body.error.details
  const { body } = await rest(daemon, 'GET /interactions?category=sign_in&interaction_type=approval', {
    token,
  })
  const { interaction_id } = body.items[0]
  await ask('POST /auth/mfa/push/approve', { interaction_id, number }, token)
  assert.equal((await goOn()).status, 200)
  return secret
}

/** Asks as Olga, or with another token; fails where that is refused. */
const asking =
  (daemon: () => TestDaemon): Ask =>
  async (route, payload, token) => {
    const given = token ?? (await signIn(daemon(), 'olga')).access_token
    const answer = await rest(daemon(), route, { token: given, ...(payload && { payload }) })
    assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

/** The home of a household with a guest and with Ben, who has set up everything that says who he is, and a backup of all that. */
async function setUpHome() {
  const home = temporaryFolder()
  after(() => rmSync(home, { recursive: true, force: true }))
  const clock = new ManualClock()
  await using daemon = await startTestDaemon({ home, clock, config })
  const ask = asking(() => daemon)
  const owner = await daemon.owner()
  const { family_member_uuid: ben } = await daemon.member(owner, 'ben')
  const requestRecovery = await trustedPhone(daemon, clock)
  await deviceWithPin(daemon, 'ben', clock)
  const { access_token } = await signIn(daemon, 'ben')
  const sample_uuids = []
  for (const seed of [1, 2, 3]) {
    const audio = wav(spoken(anna, 4, seed)).toString('base64')
    const { sample_uuid } = await ask(
      'POST /recognition/samples',
      { audio, format: 'audio/wav' },
      access_token,
    )
    sample_uuids.push(sample_uuid)
  }
  await ask('POST /recognition/voice', { sample_uuids, keep_samples: true }, access_token)
  const secret = await everyFactor(daemon, clock, ask)
  await requestRecovery()
  await ask('POST /auth/sign-in-links', { family_member_uuid: ben })
  const person = { full_name: 'Gustava Gasthof', relationship: 'friend' }
  const { person_uuid: guest } = (await ask('POST /recognition/introduce', person)).person
  const { id } = await ask('POST /backups', {})
  return { home, now: clock.now(), ben, guest: guest as string, id, secret }
}

const setUp = await setUpHome()

async function everythingSetUp() {
  const { ben, guest, id, secret } = setUp
  const home = temporaryFolder()
  cpSync(setUp.home, home, { recursive: true })
  const clock = new ManualClock(setUp.now)
  let daemon = await startTestDaemon({ home, clock, config })
  after(async () => {
    await daemon.stop()
    rmSync(home, { recursive: true, force: true })
  })
  const ask = asking(() => daemon)
  return {
    clock,
    ben,
    guest,
    daemon: () => daemon,
    ask,
    signInWithApp: () => signInWithApp(daemon, clock, secret),
    tablesOfBen: () => holding(everyRow(daemon), ben),
    backedUpOfBen: () =>
      readdirSync(daemon.home.backups)
        .filter((name) => name.endsWith('.db'))
        .flatMap((name) => {
          const home = { ...daemon.home, database: join(daemon.home.backups, name) }
          return holding(everyRow({ home }), ben)
        }),
    count: (table: string, column = ownerIn(table), of = ben) =>
      select(daemon, `SELECT 1 FROM ${table} WHERE ${column} = ?`, of).length,
    restoreBackup: async () => {
      const { access_token: token } = await signIn(daemon, 'olga')
      // It waits for what is taken from the backups just now.
      await soon(async () => {
        const { status } = await rest(daemon, `POST /backups/${id}/restore`, { token, payload: {} })
        return status === 200
      })
      clock.advance(minute)
      await daemon.restarting
      await daemon.stop()
      daemon = await startTestDaemon({ home, clock, config })
    },
  }
}

const ownerIn = (table: string) => (table === 'interactions' ? 'user_id' : 'family_member_uuid')

/** What stays of who was erased: an account without anything, what was written down of it, and that it was erased. */
const staying = new Set(['members', 'audit', 'erasures'])

const holding = (rows: Record<string, readonly unknown[]>, text: string) =>
  Object.keys(rows).filter((table) => !staying.has(table) && JSON.stringify(rows[table]).includes(text))

type Household = Awaited<ReturnType<typeof everythingSetUp>>
const removeBoth = async ({ ask, ben, guest }: Household) => {
  for (const id of [ben, guest]) await ask(`DELETE /recognition/family/${id}`)
}
const namesIn = ({ items }: { items: { full_name: string }[] }) => items.map(({ full_name }) => full_name)

const secondFactors = ['totp_secrets', 'passkeys', 'push_factors', 'backup_codes']
const ofBen = [
  ...secondFactors,
  'interactions',
  'device_recoveries',
  'pins',
  'device_members',
  'devices',
  'sessions',
  'voice_templates',
  'voice_samples',
  'sign_in_links',
  'sign_in_habits',
]

it('takes all that says who a member is along after 7 days, and a guest too', async () => {
  const household = await everythingSetUp()
  const { ask, clock, count, ben, guest, tablesOfBen, backedUpOfBen } = household
  for (const table of ofBen) assert.ok(count(table) > 0, table)
  assert.deepEqual([count('people', 'person_uuid'), count('people', 'person_uuid', guest)], [1, 1])
  for (const table of ofBen) assert.ok(backedUpOfBen().includes(table), table)
  const { counts } = (await ask(`GET /recognition/family/${ben}/removal`)).goes
  const { pins, second_factors, backup_codes, voices, recordings } = counts
  assert.deepEqual([pins, second_factors, backup_codes, voices, recordings], [1, 3, 10, 1, 3])
  await removeBoth(household)
  for (const table of ['totp_secrets', 'pins', 'voice_templates']) assert.equal(count(table), 1, table)
  clock.sleep(7 * day)
  for (const table of ofBen) assert.equal(count(table), 0, table)
  assert.deepEqual(tablesOfBen(), [])
  for (const id of [ben, guest]) assert.equal(count('people', 'person_uuid', id), 0)
  // From the backup as well, of which nothing else is lost.
  const { backups } = household.daemon().home
  await soon(() => filesHolding(backups, 'Gustava Gasthof').length === 0)
  await soon(() => backedUpOfBen().length === 0)
})

it('takes all of that along at once where a member asks to be forgotten', async () => {
  const household = await everythingSetUp()
  const { ask, count, tablesOfBen, backedUpOfBen } = household
  const token = await household.signInWithApp()
  const { deleted } = await ask('POST /auth/forget-me', { password, confirm: 'FORGET ME' }, token)
  const { accounts, second_factors, voices, devices } = deleted
  assert.deepEqual([accounts, second_factors, voices, devices], [1, 13, 1, 2])
  for (const table of ofBen) assert.equal(count(table), 0, table)
  assert.deepEqual(tablesOfBen(), [])
  assert.deepEqual([count('people', 'person_uuid'), count('members', 'family_member_uuid')], [0, 0])
  await soon(() => backedUpOfBen().length === 0)
  await household.restoreBackup()
  assert.deepEqual(tablesOfBen(), [])
  assert.equal((await login(household.daemon(), 'ben')).status, 401)
})

it('stays done where an older backup is restored, and can be undone there as before', async () => {
  const household = await everythingSetUp()
  const { ask, daemon, ben, guest } = household
  await removeBoth(household)
  await household.restoreBackup()
  assert.equal((await login(daemon(), 'ben')).status, 401)
  const present = namesIn(await ask('GET /recognition/family'))
  assert.deepEqual(present, ['Olga Example'])
  const removed = namesIn(await ask('GET /recognition/family?removed=true'))
  assert.deepEqual(removed.toSorted(), ['Ben Example', 'Gustava Gasthof'])
  for (const id of [ben, guest]) await ask(`POST /recognition/family/${id}/restore`, {})
  const half = await login(daemon(), 'ben')
  assert.deepEqual([half.status, errorOf(half)[1]], [401, 'MFA_REQUIRED'])
})

it('stays done for good where a backup of before is restored after the 7 days', async () => {
  const household = await everythingSetUp()
  const { ask, clock, count, daemon, ben, guest } = household
  await removeBoth(household)
  clock.sleep(7 * day)
  await household.restoreBackup()
  for (const table of ofBen) assert.equal(count(table), 0, table)
  assert.deepEqual(household.tablesOfBen(), [])
  for (const id of [ben, guest]) assert.equal(count('people', 'person_uuid', id), 0)
  assert.equal((await login(daemon(), 'ben')).status, 401)
  assert.deepEqual(namesIn(await ask('GET /recognition/family?removed=true')), [])
  assert.ok(await ask('POST /recognition/introduce', personOf('ben')))
})

it('keeps a second factor at a reset, also where a backup of before is restored', async () => {
  const household = await everythingSetUp()
  const { ask, count, daemon } = household
  const access_token = await household.signInWithApp()
  await ask('POST /auth/emergency-reset', { password, confirm: 'RESET' }, access_token)
  for (const table of secondFactors) assert.ok(count(table) > 0, table)
  await household.restoreBackup()
  for (const table of ofBen) assert.equal(count(table) > 0, secondFactors.includes(table), table)
  assert.equal(errorOf(await login(daemon(), 'ben'))[1], 'MFA_REQUIRED')
})
