import assert from 'node:assert/strict'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { password, signIn } from '../../support/daemon.ts'
import { pinDevice } from '../../support/pin-device.ts'
import { type Row, type Scene, scenarios } from '../../support/scenario.ts'

let people = 0

/** Somebody of this row alone, who has just given their password. */
async function newMember({ daemon, owner }: Scene) {
  people += 1
  const { access_token } = await signIn(daemon, 'olga')
  return daemon.member({ ...owner, access_token }, `person${people}`)
}

const rows: readonly Row[] = [
  {
    name: 'a second factor is asked for after the password, and signs in',
    check: async (scene) => {
      const { ask, daemon, clock, member } = scene
      const { username, access_token, family_member_uuid } = await newMember(scene)
      const secret = await setUpApp(daemon, access_token, () => clock.now())
      clock.advance(30_000)
      // Somebody else’s page, where the protocol wants a session before anything is asked.
      const half = await ask(member.access_token, 'auth.login', { username, password })
      assert.deepEqual([half.status, half.details.methods], [401, ['totp']])
      const { mfa_token } = half.details
      const step = (code: string) =>
        ask(member.access_token, 'auth.login', { mfa_token, method: 'totp', code })
      const right = codeAt(secret, clock.now())
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
      assert.equal((await step(wrong)).status, 401)
      const whole = await step(right)
      assert.equal(whole.status, 200)
      const { result } = await ask(whole.result.access_token, 'auth.profile')
      assert.equal(result.family_member_uuid, family_member_uuid)
    },
  },
  {
    name: 'a PIN signs in on a paired device, to talk and not to administer or export',
    check: async (scene) => {
      const { ask, daemon, clock } = scene
      const { username, access_token, family_member_uuid } = await newMember(scene)
      const device = await pinDevice(daemon, access_token, clock)
      const { status, body } = await device.withPin(await device.assign(username))
      assert.equal(status, 200)
      const token: string = body.data.access_token
      const session = await ask(token, 'auth.session')
      assert.equal(session.result.device_uuid, device.device_uuid)
      assert.equal((await ask(token, 'auth.profile')).result.family_member_uuid, family_member_uuid)
      assert.equal((await ask(token, 'conversation.message', { content: 'Good morning' })).status, 200)
      for (const operation of ['memory.export', 'members.list', 'pins.replace', 'profile.sessions']) {
        const refused = await ask(token, operation)
        assert.deepEqual([refused.status, refused.details], [403, { reason: 'pin' }], operation)
      }
    },
  },
  {
    name: 'somebody is introduced, identified, verified by the family, listed, and removed',
    check: async (scene) => {
      const { ask, daemon, clock, protocol, member } = scene
      const { username, access_token, family_member_uuid } = await newMember(scene)
      const guest = { full_name: `Gast ${people}`, relationship: 'friend' }
      const made = await ask(access_token, 'recognition.introduce', guest)
      assert.equal(made.status, protocol === 'REST' ? 201 : 200)
      const { person_uuid } = made.result.person
      const device = await pinDevice(daemon, access_token, clock)
      const here = (await device.withPassword(username)).access_token
      const { result: identified } = await ask(here, 'recognition.identify')
      assert.equal(identified.candidates[0].family_member_uuid, family_member_uuid)
      const { access_token: admin } = await signIn(daemon, 'olga')
      const verify = (input: object) => ask(here, 'recognition.verify', input)
      const about = { family_member_uuid: member.family_member_uuid, method: 'family' }
      const { verification_uuid } = (await verify(about)).result
      assert.equal((await verify({ verification_uuid })).result.state, 'waiting')
      const questions = await ask(admin, 'interactions.list', {
        category: ['recognition'],
        status: ['pending'],
      })
      assert.equal(questions.status, 200, questions.detail)
      const { interaction_id } = questions.result.items[0]
      assert.equal((await ask(admin, 'interactions.approve', { interaction_id })).status, 200)
      const { result: verified } = await verify({ verification_uuid })
      assert.equal(verified.state, 'verified')
      const opened = await ask(verified.access_token, 'auth.session')
      assert.equal(opened.result.device_uuid, device.device_uuid)
      const listed = async () => {
        const { result } = await ask(here, 'recognition.family', { limit: 200 })
        return result.items.map((one: { person_uuid: string }) => one.person_uuid)
      }
      assert.ok((await listed()).includes(person_uuid))
      assert.equal((await ask(here, 'recognition.remove', { id: person_uuid })).status, 403)
      assert.equal((await ask(admin, 'recognition.remove', { id: person_uuid })).status, 200)
      assert.ok(!(await listed()).includes(person_uuid))
    },
  },
  {
    name: 'a backup code lets somebody set a new password, and do nothing before',
    check: async (scene) => {
      const { ask, member } = scene
      const { username, access_token } = await newMember(scene)
      const { result } = await ask(access_token, 'mfa.make_backup_codes')
      const backup_code: string = result.codes[0]
      const recover = () => ask(member.access_token, 'auth.recover', { username, backup_code })
      const recovered = await recover()
      assert.equal(recovered.status, 200)
      assert.equal((await recover()).status, 401)
      const token: string = recovered.result.access_token
      const early = await ask(token, 'memory.recent')
      assert.deepEqual([early.status, early.details], [403, { reason: 'recovery' }])
      const new_password = 'violet kettle marches north'
      const set = await ask(token, 'auth.recover_password', { new_password })
      assert.equal(set.status, 200)
      assert.equal((await ask(set.result.access_token, 'memory.recent')).status, 200)
      const login = (secret: string) =>
        ask(set.result.access_token, 'auth.login', { username, password: secret })
      assert.deepEqual([(await login(password)).status, (await login(new_password)).status], [401, 200])
    },
  },
]

scenarios('Ways to sign in', rows)
