import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import { login, personOf, signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { filesHolding } from '../../support/home-files.ts'
import { deviceWithPin } from '../../support/pin-device.ts'
import { soon } from '../../support/processes.ts'
import { anna, spoken, wav } from '../../support/recognition/speech.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const [minute, day] = [60_000, 86_400_000]
const config = { backups: { daily: false } }

/** A household with a guest and with Ben, who has set up everything that says who he is, and a backup of all that. */
async function everythingSetUp() {
  const home = temporaryFolder()
  const clock = new ManualClock()
  let daemon = await startTestDaemon({ home, clock, config })
  after(async () => {
    await daemon.stop()
    rmSync(home, { recursive: true, force: true })
  })
  const ask = async (route: string, payload?: object, token?: string) => {
    const given = token ?? (await signIn(daemon, 'olga')).access_token
    const answer = await rest(daemon, route, { token: given, ...(payload && { payload }) })
    assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const owner = await daemon.owner()
  const { family_member_uuid: ben } = await daemon.member(owner, 'ben')
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
  await setUpApp(daemon, access_token, () => clock.now())
  await ask('POST /auth/sign-in-links', { family_member_uuid: ben })
  const guest = { full_name: 'Gustava Gasthof', relationship: 'friend' }
  const { person_uuid } = (await ask('POST /recognition/introduce', guest)).person
  const { id } = await ask('POST /backups', {})
  return {
    clock,
    ben,
    guest: person_uuid as string,
    daemon: () => daemon,
    ask,
    count: (table: string, column = 'family_member_uuid', of = ben) =>
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

type Household = Awaited<ReturnType<typeof everythingSetUp>>
const removeBoth = async ({ ask, ben, guest }: Household) => {
  for (const id of [ben, guest]) await ask(`DELETE /recognition/family/${id}`)
}
const namesIn = ({ items }: { items: { full_name: string }[] }) => items.map(({ full_name }) => full_name)

const ofBen = [
  'totp_secrets',
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
  const { clock, count, ben, guest } = household
  for (const table of ofBen) assert.ok(count(table) > 0, table)
  assert.deepEqual([count('people', 'person_uuid'), count('people', 'person_uuid', guest)], [1, 1])
  await removeBoth(household)
  for (const table of ['totp_secrets', 'pins', 'voice_templates']) assert.equal(count(table), 1, table)
  clock.advance(7 * day)
  for (const table of ofBen) assert.equal(count(table), 0, table)
  for (const id of [ben, guest]) assert.equal(count('people', 'person_uuid', id), 0)
  // From the backup as well, of which nothing else is lost.
  const { backups } = household.daemon().home
  await soon(() => filesHolding(backups, 'Gustava Gasthof').length === 0)
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
  clock.advance(7 * day)
  await household.restoreBackup()
  for (const table of ofBen) assert.equal(count(table), 0, table)
  for (const id of [ben, guest]) assert.equal(count('people', 'person_uuid', id), 0)
  assert.equal((await login(daemon(), 'ben')).status, 401)
  assert.deepEqual(namesIn(await ask('GET /recognition/family?removed=true')), [])
  assert.ok(await ask('POST /recognition/introduce', personOf('ben')))
})
