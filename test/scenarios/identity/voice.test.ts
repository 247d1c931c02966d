import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn } from '../../support/daemon.ts'
import { everyRow } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { anna, ben, pcm, spoken, type SyntheticVoice, wav } from '../../support/recognition/speech.ts'
import { tinyModel } from '../../support/recognition/tiny-model.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const clock = new ManualClock()
const {
  daemon,
  owner,
  member: mia,
} = await household({ clock, environment: { COMPANION_VOICE_MODEL: tinyModel() } })

let seed = 1_000
/** Something that nobody has said before. */
const saying = (voice: SyntheticVoice, seconds = 4) => spoken(voice, seconds, (seed += 1))
const tokenOf = async (username: string) => (await signIn(daemon, username)).access_token
const send = (token: string, samples: Float32Array) =>
  rest(daemon, 'POST /recognition/samples', {
    token,
    payload: { audio: wav(samples).toString('base64'), format: 'audio/wav' },
  })
const sampleOf = async (token: string, voice: SyntheticVoice, seconds?: number) => {
  const { status, body } = await send(token, saying(voice, seconds))
  assert.equal(status, 201, JSON.stringify(body))
  return body.data as { sample_uuid: string; speech_seconds: number; expires_at: string }
}
const samplesOf = async (token: string, voice: SyntheticVoice) =>
  Promise.all([1, 2, 3].map(async () => (await sampleOf(token, voice)).sample_uuid))
const enrol = (token: string, sample_uuids: readonly string[], more: object = {}) =>
  rest(daemon, 'POST /recognition/voice', { token, payload: { sample_uuids, ...more } })
const state = async (token: string) =>
  (await rest(daemon, 'GET /recognition/voice', { token })).body.data.voice
const raw = async (token: string, type: string, body: Buffer) => {
  const answer = await fetch(`${daemon.file.base_url}/recognition/samples`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const detailsOf = (answer: Parameters<typeof errorOf>[0]) => errorOf(answer)[2]
const rowsOf = (table: string) => JSON.stringify(everyRow(daemon)).split(table).length - 1

describe('A recording', () => {
  it('is taken in base64 and as the body of a request, in every format', async () => {
    const token = await tokenOf('mia')
    const { speech_seconds, expires_at } = await sampleOf(token, anna)
    assert.ok(speech_seconds > 3 && speech_seconds <= 4, String(speech_seconds))
    assert.equal(Date.parse(expires_at), clock.now() + 10 * minute)
    const opus = readFileSync(join(import.meta.dirname, '../../support/recognition/spoken.opus'))
    const bodies = {
      'audio/wav': wav(saying(anna)),
      'audio/x-wav': wav(saying(anna), 16_000),
      'audio/L16;rate=16000;channels=1': pcm(saying(anna), 'big'),
      'audio/ogg; codecs=opus': opus,
    }
    for (const [type, bytes] of Object.entries(bodies)) {
      const { status, body } = await raw(token, type, bytes)
      assert.equal(status, 201, `${type} ${JSON.stringify(body)}`)
      assert.ok(body.data.speech_seconds >= 1)
    }
  })

  it('comes over the WebSocket as well, as long as a frame holds it', async () => {
    await using socket = await TestSocket.open(daemon, await tokenOf('mia'))
    const audio = pcm(saying(anna, 1.4)).toString('base64')
    const format = 'audio/L16;rate=16000'
    const { data } = await socket.ask('request', {
      operation: 'voice.send_sample',
      payload: { audio, format },
    })
    assert.match(data.result.sample_uuid, /^[\da-f-]{36}$/)
  })

  it('is refused with what is wrong with it', async () => {
    const token = await tokenOf('mia')
    const refusals: [string, number, Float32Array][] = [
      ['silent', 422, new Float32Array(48_000)],
      ['clipped', 422, saying(anna).map((sample) => Math.max(-1, Math.min(1, sample * 20)))],
    ]
    for (const [reason, status, samples] of refusals) {
      const answer = await send(token, samples)
      assert.equal(answer.status, status)
      assert.equal(detailsOf(answer).reason, reason)
    }
    const short = await send(token, saying(anna, 0.5))
    const [, code, details] = errorOf(short)
    assert.equal(code, 'UNPROCESSABLE')
    assert.equal(details.reason, 'too_little_speech')
    assert.ok(details.speech_seconds > 0.2 && details.speech_seconds < 0.6)
    const text = await raw(token, 'audio/wav', Buffer.from('this is no sound at all'))
    assert.deepEqual([text.status, text.body.error.details.reason], [400, 'not_audio'])
    const long = await raw(token, 'audio/L16;rate=16000', pcm(new Float32Array(31 * 16_000)))
    assert.deepEqual([long.status, long.body.error.details.reason], [400, 'too_long'])
  })

  it('is refused as a body of another kind, too large, or sent elsewhere', async () => {
    const token = await tokenOf('mia')
    for (const type of ['audio/mpeg', 'video/mp4', 'application/octet-stream'])
      assert.equal((await raw(token, type, wav(saying(anna)))).status, 400, type)
    assert.equal((await raw(token, 'audio/wav', Buffer.alloc(6_000_000))).status, 400)
    const { status } = await fetch(`${daemon.file.base_url}/memory/store`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'audio/wav' },
      body: 'RIFF',
    })
    assert.equal(status, 400)
    const { body } = await rest(daemon, 'POST /recognition/samples', {
      token,
      payload: { audio: 'no base64!', format: 'audio/wav' },
    })
    assert.equal(body.error.details.field, 'audio')
  })

  it('is taken once: also quieter, and by somebody else', async () => {
    const token = await tokenOf('mia')
    const samples = saying(anna)
    assert.equal((await send(token, samples)).status, 201)
    const again = await send(
      await tokenOf('olga'),
      samples.map((sample) => sample * 0.4),
    )
    assert.deepEqual([again.status, detailsOf(again).reason], [422, 'replayed'])
  })

  it('is gone after ten minutes, and never there for another session', async () => {
    const token = await tokenOf('mia')
    const given = await samplesOf(token, anna)
    const others = await enrol(await tokenOf('mia'), given)
    assert.deepEqual([others.status, detailsOf(others).reason], [410, 'sample_gone'])
    clock.advance(10 * minute)
    const late = await enrol(token, given, { password })
    assert.deepEqual([late.status, detailsOf(late).reason], [410, 'sample_gone'])
  })
})

describe('A voice', () => {
  it('is enrolled, told of, compared, and deleted', async () => {
    const token = await tokenOf('mia')
    assert.equal((await state(token)).enrolled, false)
    const enrolled = await enrol(token, await samplesOf(token, anna))
    assert.equal(enrolled.status, 201, JSON.stringify(enrolled.body))
    const { voice } = enrolled.body.data
    assert.deepEqual(
      { ...voice, model: '', speech_seconds: 0, created_at: '' },
      {
        available: true,
        enrolled: true,
        model: '',
        speech_seconds: 0,
        created_at: '',
        kept_samples: 0,
        outdated: false,
        required_seconds: 10,
      },
    )
    assert.match(voice.model, /^own-[\da-f]{16}$/)
    assert.ok(voice.speech_seconds >= 10 && voice.speech_seconds <= 12)
    assert.deepEqual(await state(token), voice)
    const gone = await rest(daemon, 'DELETE /recognition/voice', { token })
    assert.deepEqual([gone.status, gone.body.data.voice.enrolled], [200, false])
    assert.equal((await rest(daemon, 'DELETE /recognition/voice', { token })).status, 404)
    const { body } = await rest(daemon, 'GET /security/audit?limit=50', { token: await tokenOf('olga') })
    const events = new Set((body.data.items as { event: string }[]).map(({ event }) => event))
    assert.ok(events.has('voice_enrolled') && events.has('voice_deleted'))
  })

  it('takes ten seconds of speech, and a recent sign-in', async () => {
    const token = await tokenOf('mia')
    const { sample_uuid } = await sampleOf(token, anna)
    const little = await enrol(token, [sample_uuid])
    assert.equal(detailsOf(little).reason, 'more_speech')
    assert.equal(detailsOf(little).required_seconds, 10)
    clock.advance(6 * minute)
    const later = await enrol(token, [sample_uuid])
    assert.deepEqual([later.status, detailsOf(later).reason], [401, 'step_up'])
  })

  it('is of one person: recordings of two are refused', async () => {
    const token = await tokenOf('mia')
    const mixed = [
      (await sampleOf(token, anna)).sample_uuid,
      (await sampleOf(token, ben)).sample_uuid,
      (await sampleOf(token, anna)).sample_uuid,
    ]
    const refused = await enrol(token, mixed)
    assert.deepEqual([refused.status, detailsOf(refused).reason], [422, 'voices_differ'])
  })

  it('is encrypted, and its recordings only kept where that was wanted', async () => {
    const token = await tokenOf('mia')
    const given = [saying(anna), saying(anna), saying(anna)]
    const uuids: string[] = []
    for (const samples of given) uuids.push((await send(token, samples)).body.data.sample_uuid)
    const { body } = await enrol(token, uuids, { keep_samples: true })
    assert.equal(body.data.voice.kept_samples, 3)
    const file = readFileSync(daemon.home.database)
    const part = pcm(given[0] ?? new Float32Array(0)).subarray(20_000, 20_064)
    assert.equal(file.includes(part), false)
    assert.equal(statSync(daemon.home.voiceKey).mode & 0o777, 0o600)
    await rest(daemon, 'DELETE /recognition/voice', { token })
    assert.equal((await state(token)).kept_samples, 0)
    assert.equal(rowsOf('"sealed"'), 0)
  })

  it('goes with everything else of a member', async () => {
    await daemon.member(await signIn(daemon, owner.username), 'rosa')
    const token = await tokenOf('rosa')
    await enrol(token, await samplesOf(token, ben), { keep_samples: true })
    const reset = await rest(daemon, 'POST /auth/emergency-reset', {
      token,
      payload: { password, confirm: 'RESET' },
    })
    assert.equal(reset.body.data.deleted.voices, 1, JSON.stringify(reset.body))
    assert.equal((await state(await tokenOf('rosa'))).enrolled, false)
    assert.equal(rowsOf('"sealed"'), 0)
  })

  it('cannot be changed with a key', async () => {
    const token = await tokenOf('mia')
    const { body } = await rest(daemon, 'POST /auth/keys', {
      token,
      payload: { name: 'ear', scopes: ['talk'] },
    })
    const { key } = body.data
    assert.equal((await send(key, saying(anna))).status, 201)
    assert.equal((await rest(daemon, 'DELETE /recognition/voice', { token: key })).status, 403)
    assert.ok(mia.family_member_uuid)
  })
  it('is compared, and learned for a guest, only from what the caller has sent', async () => {
    const [kitchen, hall] = [await tokenOf('mia'), await tokenOf('mia')]
    await enrol(kitchen, await samplesOf(kitchen, anna))
    const { sample_uuid } = await sampleOf(kitchen, anna)
    const identify = (token: string) =>
      rest(daemon, `GET /recognition/identify?sample_uuid=${sample_uuid}`, { token })
    const own = await identify(kitchen)
    assert.equal(own.status, 200, JSON.stringify(own.body))
    assert.ok(own.body.data.evidence.some(({ kind }: { kind: string }) => kind === 'voice'))
    // Neither another session of the same member nor another member.
    for (const token of [hall, await tokenOf('olga')]) {
      const others = await identify(token)
      assert.deepEqual([others.status, detailsOf(others).reason], [410, 'sample_gone'])
    }
    const samples = await samplesOf(kitchen, ben)
    const introduce = (token: string) =>
      rest(daemon, 'POST /recognition/introduce', {
        token,
        payload: { full_name: 'Gil Gast', relationship: 'friend', samples },
      })
    assert.equal((await introduce(hall)).status, 410)
    const made = await introduce(kitchen)
    assert.equal(made.status, 201, JSON.stringify(made.body))
  })
})
