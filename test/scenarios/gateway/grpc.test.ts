import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compressionAlgorithms, Metadata } from '@grpc/grpc-js'
import { fromStruct } from '../../support/wire/events.ts'
import { bearer, call, grpcClient, openReader } from '../../support/wire/grpc.ts'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'

const { daemon, owner } = await household()
const topics = ['interaction.notifications']

const put = (prompt: string) =>
  putQuestion(daemon, owner.access_token, { user_id: owner.family_member_uuid, prompt })

const read = (request: object, options: object = {}) =>
  openReader(grpcClient(daemon, 'CompanionService', options), 'StreamUpdates', request, owner.access_token)

describe('StreamUpdates', () => {
  it('starts with `subscribed`, and numbers the events that follow', async () => {
    const stream = read({ topics })
    const opened = await stream.next()
    assert.equal(opened.type, 'subscribed')
    assert.deepEqual(fromStruct(opened.data), { topics })
    await put('first')
    const update = await stream.next()
    assert.equal(update.type, 'interaction_notification')
    assert.equal(update.topic, 'interaction.notifications')
    assert.equal(update.seq, opened.seq + 1)
    assert.match(update.id, /^[0-9a-f-]{36}$/)
    const { interaction, event } = fromStruct(update.data)
    assert.equal(interaction.prompt, 'first')
    const seconds = Date.parse(event.created_at) / 1_000
    assert.ok(Math.abs(update.timestamp.seconds + update.timestamp.nanos / 1e9 - seconds) < 5)
    stream.close()
  })

  it("resumes after the client's last seq", async () => {
    const first = read({ topics })
    const { seq } = await first.next()
    first.close()
    await put('while away')
    const second = read({ topics, resume_from: seq })
    assert.deepEqual(fromStruct((await second.next()).data), { topics, missed: false })
    const update = await second.next()
    assert.equal(update.seq, seq + 1)
    assert.equal(fromStruct(update.data).interaction.prompt, 'while away')
    second.close()
  })

  it('accepts requests compressed with gzip', async () => {
    const stream = read({ topics }, { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip })
    assert.equal((await stream.next()).type, 'subscribed')
    stream.close()
  })
})

describe('The companion', () => {
  it('answers a message in the tone of its mood', async () => {
    const client = grpcClient(daemon, 'CompanionService')
    const metadata = bearer(owner.access_token)
    await call(client, 'SendMessage', { content: 'I got a puppy called Biscuit' }, metadata)
    const asked = { content: 'What is my puppy called?', context: { room: 'kitchen' } }
    const answer = await call(client, 'SendMessage', asked, metadata)
    const { response, emotion, confidence } = answer as {
      response: string
      emotion: object
      confidence: number
    }
    assert.match(response, /Biscuit/)
    assert.ok(confidence > 0.5 && confidence <= 1)
    const state = await call(client, 'GetEmotionState', {}, metadata)
    assert.deepEqual(Object.keys(emotion), Object.keys(state as object))
    client.close()
  })

  it('refuses an empty message, and one without a token', async () => {
    const client = grpcClient(daemon, 'CompanionService')
    const metadata = bearer(owner.access_token)
    await assert.rejects(call(client, 'SendMessage', { content: '' }, metadata), /INVALID_ARGUMENT/)
    await assert.rejects(call(client, 'SendMessage', { content: 'hi' }, new Metadata()), /UNAUTHENTICATED/)
    client.close()
  })

  it('the health service reports that the daemon is serving', async () => {
    const client = grpcClient(daemon, 'grpc.health.v1.Health')
    assert.deepEqual(await call(client, 'Check', { service: '' }, new Metadata()), { status: 'SERVING' })
    client.close()
  })
})
