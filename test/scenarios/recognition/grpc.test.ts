import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { status } from '@grpc/grpc-js'
import { ManualClock } from '../../support/clock.ts'
import { signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { pairDevice } from '../../support/paired.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'

const clock = new ManualClock()
const { daemon, member: mia } = await household({ clock })
const client = grpcClient(daemon, 'RecognitionService')
after(() => client.close())
const token = async (username = 'olga') => bearer((await signIn(daemon, username)).access_token)
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
const ask = async (method: string, request: object, as = token()): Promise<any> =>
  call(client, method, request, await as)

it('introduces, lists and removes a guest over gRPC', async () => {
  // The newest is listed first.
  clock.advance(1_000)
  const guest = await ask('Introduce', { full_name: 'Anna Gast', relationship: 'aunt' })
  assert.deepEqual([guest.kind, guest.full_name, guest.removed_at], ['guest', 'Anna Gast', null])
  const { items, total } = await ask('ListFamily', { limit: 1 })
  assert.deepEqual([items[0].person_uuid, items.length, total], [guest.person_uuid, 1, 3])
  const removed = await ask('RemovePerson', { person_uuid: guest.person_uuid })
  assert.ok(Number(removed.erased_at.seconds) > Number(removed.removed_at.seconds))
  const refused = ask('RemovePerson', { person_uuid: mia.family_member_uuid }, token('mia'))
  await assert.rejects(refused, { code: status.PERMISSION_DENIED })
})

it('identifies and verifies over gRPC, from a paired device', async () => {
  const { access_token } = await pairDevice(daemon, (await signIn(daemon, 'mia')).access_token, {
    name: 'Pocket',
    kind: 'phone',
  })
  const device = Promise.resolve(bearer(access_token))
  const { candidates, decision } = await ask('Identify', {}, device)
  assert.deepEqual([candidates[0].family_member_uuid, decision], [mia.family_member_uuid, 'verify'])
  const { family_member_uuid } = mia
  const waiting = await ask('Verify', { family_member_uuid, method: 'family' }, device)
  assert.equal(waiting.state, 'waiting')
  const again = await ask('Verify', { verification_uuid: waiting.verification_uuid }, device)
  assert.equal(again.verification_uuid, waiting.verification_uuid)
  const wrong = ask('Verify', { family_member_uuid, method: 'pin', pin: '4711' }, device)
  await assert.rejects(wrong, { code: status.UNAUTHENTICATED })
})
