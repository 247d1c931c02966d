import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type ClientDuplexStream, status } from '@grpc/grpc-js'
import { findBuf } from '../../../build/packaging/descriptors.ts'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'
import { grpcClient, methodOf } from '../../support/wire/grpc.ts'

const buf = findBuf() ?? ''
const skip = buf === '' && 'no `buf` for this machine: CLIENTS WITHOUT THE PROTO ARE NOT TESTED'

const { daemon, owner } = await household()
const base = `http://${daemon.file.grpc_address}`

/** A client that knows nothing of the proto but what reflection says. */
function curl(path: string, ...more: string[]) {
  const header = `authorization: Bearer ${owner.access_token}`
  const given = ['curl', '--protocol', 'grpc', '--reflect', '-H', header, ...more, `${base}${path}`]
  return spawn(buf, given, { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function printed(path: string, ...more: string[]): Promise<string> {
  const child = curl(path, ...more)
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.equal(problem, '')
  return out
}

const ask = async (method: string, input: object = {}) =>
  JSON.parse(await printed(`/${method}`, '-d', JSON.stringify(input)))

const lines = (out: string) => out.trim().split('\n')

describe('A gRPC client that has no proto', { skip }, () => {
  it('lists every service and every method, by both versions of reflection', async () => {
    for (const version of ['grpc-v1', 'grpc-v1alpha']) {
      const reflected = ['--reflect-protocol', version]
      assert.deepEqual(lines(await printed('', '--list-services', ...reflected)), [
        'companion.v1.CompanionService',
        'companion.v1.MemoryService',
        'companion.v1.MessageBusService',
        'companion.v1.RecognitionService',
        'grpc.health.v1.Health',
        'grpc.reflection.v1.ServerReflection',
        'grpc.reflection.v1alpha.ServerReflection',
      ])
      assert.deepEqual(lines(await printed('', '--list-methods', ...reflected)), [
        'companion.v1.CompanionService/GetEmotionState',
        'companion.v1.CompanionService/SendMessage',
        'companion.v1.CompanionService/StreamUpdates',
        'companion.v1.MemoryService/Search',
        'companion.v1.MemoryService/Store',
        'companion.v1.MessageBusService/Subscribe',
        'companion.v1.RecognitionService/Identify',
        'companion.v1.RecognitionService/Introduce',
        'companion.v1.RecognitionService/ListFamily',
        'companion.v1.RecognitionService/RemovePerson',
        'companion.v1.RecognitionService/Verify',
        'grpc.health.v1.Health/Check',
        'grpc.health.v1.Health/List',
        'grpc.health.v1.Health/Watch',
        'grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
        'grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
      ])
    }
  })

  it('sends a message, reads the mood, stores and searches', async () => {
    const request = { content: 'My bicycle is green', context: { room: 'kitchen' } }
    const { response, emotion } = await ask('companion.v1.CompanionService/SendMessage', request)
    assert.match(response, /\w/)
    assert.equal(typeof emotion.updatedAt, 'string')
    const mood = await ask('companion.v1.CompanionService/GetEmotionState')
    assert.equal(typeof mood.valence, 'number')
    const memories = ['The ladder is in the shed', 'The spare key is at Ida’s'].map((content) =>
      JSON.stringify({ content, createdAt: '2026-01-05T10:00:00Z', actor: 'import' }),
    )
    const stored = JSON.parse(await printed('/companion.v1.MemoryService/Store', '-d', memories.join('\n')))
    assert.equal(stored.stored, '2')
    const { items } = await ask('companion.v1.MemoryService/Search', { q: 'where is the ladder' })
    assert.equal(items[0].memory.content, 'The ladder is in the shed')
  })

  it('asks for the health of every service', async () => {
    for (const service of ['', 'companion.v1.MemoryService', 'companion.v1.MessageBusService'])
      assert.deepEqual(await ask('grpc.health.v1.Health/Check', { service }), { status: 'SERVING' })
    const { statuses } = await ask('grpc.health.v1.Health/List')
    assert.deepEqual(statuses['companion.v1.CompanionService'], { status: 'SERVING' })
  })

  it('asks reflection itself', async () => {
    for (const version of ['v1', 'v1alpha']) {
      const answer = await ask(`grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, {
        listServices: '*',
      })
      assert.equal(answer.listServicesResponse.service.length, 7)
    }
  })

  for (const [method, input] of [
    ['companion.v1.CompanionService/StreamUpdates', { topics: ['interaction.notifications'] }],
    ['companion.v1.MessageBusService/Subscribe', { topics: ['interaction.notifications'] }],
    ['grpc.health.v1.Health/Watch', {}],
  ] as const) {
    it(`follows the stream of ${method}`, async () => {
      const child = curl(`/${method}`, '-v', '-d', JSON.stringify(input))
      const ended = once(child, 'close')
      const arrived = Promise.withResolvers<void>()
      let [out, trace] = ['', '']
      let subscribed = false
      child.stdout.on('data', (chunk) => {
        out += String(chunk)
        if (/Tea\?|SERVING/.test(out)) arrived.resolve()
      })
      child.stderr.on('data', (chunk) => {
        trace += String(chunk)
        // The second call, after that of reflection: the daemon sends its headers once it has subscribed.
        if (subscribed || !/< \(#2\) HTTP\/2\.0 200/.test(trace)) return
        subscribed = true
        void putQuestion(daemon, owner.access_token, { user_id: owner.family_member_uuid })
      })
      void ended.then(() => arrived.reject(new Error(`it ended early: ${trace}`)))
      await arrived.promise
      child.kill()
      await ended
    })
  }
})

describe('Reflection', () => {
  type Answer = Record<string, Record<string, unknown>>

  async function reflect(request: object, version = 'v1'): Promise<Answer> {
    const client = grpcClient(daemon, `grpc.reflection.${version}.ServerReflection`)
    const stream = (methodOf(client, 'ServerReflectionInfo') as () => ClientDuplexStream<object, Answer>)()
    stream.write(request)
    const [answer] = (await once(stream, 'data')) as [Answer]
    stream.end()
    client.close()
    return answer
  }

  const filesOf = ({ file_descriptor_response: files }: Answer) =>
    (files?.['file_descriptor_proto'] as unknown[] | undefined)?.length

  it('gives a file with all that it imports, by its name and by whatever is in it', async () => {
    for (const request of [
      { file_by_filename: 'companion/v1/companion.proto' },
      { file_containing_symbol: 'companion.v1.CompanionService' },
      { file_containing_symbol: 'companion.v1.CompanionService.SendMessage' },
      { file_containing_symbol: 'companion.v1.Memory.memory_uuid' },
    ])
      assert.equal(filesOf(await reflect(request)), 3, JSON.stringify(request))
    assert.equal(filesOf(await reflect({ file_by_filename: 'google/protobuf/struct.proto' })), 1)
  })

  it('says that there is no such thing where there is none', async () => {
    for (const request of [
      { file_by_filename: 'companion.proto' },
      { file_containing_symbol: 'companion.v1.Nothing' },
      { file_containing_symbol: 'companion.v1.CompanionService.Nothing' },
      { file_containing_symbol: '' },
      { file_containing_extension: { containing_type: 'companion.v1.Memory', extension_number: 100 } },
      { all_extension_numbers_of_type: 'companion.v1.Nothing' },
      { all_extension_numbers_of_type: 'companion.v1.Memory' },
    ]) {
      const { error_response } = await reflect(request, 'v1alpha')
      assert.equal(error_response?.['error_code'], status.NOT_FOUND, JSON.stringify(request))
    }
    const { error_response } = await reflect({})
    assert.equal(error_response?.['error_code'], status.UNIMPLEMENTED)
  })

  it('survives clients that leave in the middle, or that talk nonsense', async () => {
    const client = grpcClient(daemon, 'grpc.reflection.v1.ServerReflection')
    const open = methodOf(client, 'ServerReflectionInfo') as () => ClientDuplexStream<object, Answer>
    const leaving = open()
    const left = once(leaving, 'error')
    leaving.write({ list_services: '*' })
    await once(leaving, 'data')
    leaving.write({ list_services: '*' })
    leaving.cancel()
    await left
    const nonsense = client.makeBidiStreamRequest(
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      (bytes: Buffer) => bytes,
      (bytes) => bytes,
    )
    nonsense.resume().write(Buffer.from('ffff', 'hex'))
    const [refused] = await once(nonsense, 'error')
    assert.equal(refused.code, status.INTERNAL)
    client.close()
    assert.equal(filesOf(await reflect({ file_by_filename: 'companion/v1/companion.proto' })), 3)
  })
})
