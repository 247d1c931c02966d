import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { signIn } from '../../support/daemon.ts'
import { restartableHousehold } from '../../support/restartable.ts'
import { anna, spoken, wav } from '../../support/recognition/speech.ts'
import { tinyModel } from '../../support/recognition/tiny-model.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const { home, daemon, restart } = await restartableHousehold()

const startWith = (model?: string) =>
  restart(() =>
    writeFileSync(join(home, 'config.json'), JSON.stringify({ voice: { ...(model && { model }) } })),
  )
const tokenOf = async (username: string) => (await signIn(daemon(), username)).access_token
const stateOf = async (token: string) =>
  (await rest(daemon(), 'GET /recognition/voice', { token })).body.data.voice
let seed = 0
const send = (token: string) => {
  seed += 1
  const audio = wav(spoken(anna, 4, seed)).toString('base64')
  return rest(daemon(), 'POST /recognition/samples', { token, payload: { audio, format: 'audio/wav' } })
}
const enrol = async (token: string) => {
  const sample_uuids: string[] = []
  for (let left = 3; left > 0; left -= 1) sample_uuids.push((await send(token)).body.data.sample_uuid)
  return rest(daemon(), 'POST /recognition/voice', { token, payload: { sample_uuids } })
}

describe('Without a model of speakers', () => {
  it('recordings, enrolments and questions who speaks are refused, and it is said why', async () => {
    const token = await tokenOf('mina')
    const { available, enrolled, outdated } = await stateOf(token)
    assert.deepEqual([available, enrolled, outdated], [false, false, false])
    const samples = [randomUUID()]
    const answers = [
      await send(token),
      await rest(daemon(), 'POST /recognition/voice', { token, payload: { sample_uuids: samples } }),
      await rest(daemon(), `GET /recognition/identify?sample_uuid=${samples[0]}`, { token }),
      await rest(daemon(), 'POST /recognition/introduce', {
        token,
        payload: { full_name: 'Gil Gast', relationship: 'friend', samples },
      }),
    ]
    for (const answer of answers) {
      const [status, code, details] = errorOf(answer)
      assert.deepEqual([status, code, details.reason], [422, 'UNPROCESSABLE', 'voice_unavailable'])
    }
    assert.equal((await rest(daemon(), 'GET /recognition/identify', { token })).status, 200)
  })
})

describe('A voice of a model that is gone', () => {
  it('says nothing of who speaks, is told of, and can be enrolled again or deleted', async () => {
    await startWith(tinyModel())
    const first = await tokenOf('mina')
    assert.equal((await enrol(first)).status, 201)
    await startWith()

    const without = await tokenOf('mina')
    const state = await stateOf(without)
    assert.deepEqual([state.available, state.enrolled, state.outdated], [false, true, true])

    await startWith(tinyModel(6))
    const token = await tokenOf('mina')
    const outdated = await stateOf(token)
    assert.deepEqual([outdated.available, outdated.enrolled, outdated.outdated], [true, true, true])
    assert.equal(outdated.model, state.model)
    const { sample_uuid } = (await send(token)).body.data
    const asked = await rest(daemon(), `GET /recognition/identify?sample_uuid=${sample_uuid}`, { token })
    const voice = asked.body.data.evidence.find(({ kind }: { kind: string }) => kind === 'voice')
    assert.equal(voice.weight, 0)
    const again = await enrol(token)
    assert.equal(again.status, 201, JSON.stringify(again.body))
    assert.equal((await stateOf(token)).outdated, false)
    assert.notEqual((await stateOf(token)).model, state.model)

    await startWith()
    const last = await tokenOf('mina')
    const deleted = await rest(daemon(), 'DELETE /recognition/voice', { token: last })
    assert.deepEqual([deleted.status, deleted.body.data.voice.enrolled], [200, false])
  })
})

describe('A model of speakers that does not run', () => {
  it('is refused as that, and everything else goes on', async () => {
    await startWith(join(home, 'nothing.onnx'))
    const token = await tokenOf('mina')
    const [status, , details] = errorOf(await send(token))
    assert.deepEqual([status, details.reason], [422, 'voice_model'])
    assert.equal((await stateOf(token)).enrolled, false)
  })
})
