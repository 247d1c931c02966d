import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { decodeJwt } from 'jose'
import { operations } from '../../../daemon/client/description.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { ManualClock } from '../../support/clock.ts'
import { personOf, signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { type Belongings, type Case, cases } from '../../support/wire/matrix-cases.ts'
import { signedByStranger, unsigned } from '../../support/wire/matrix-tokens.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'

const columns = [
  'no token',
  'an expired token',
  'a token of another key',
  'a token with alg none',
  'the member',
  'another member',
  'an admin',
  'a revoked token',
] as const
type Column = (typeof columns)[number]

const ways: readonly Protocol[] = ['REST', 'WebSocket']

interface People {
  readonly member: string
  readonly other: string
  readonly admin: string
}

const clock = new ManualClock()
let daemon: TestDaemon
let expired: string
let revoked: string
const tokens = new Map<string, string>()
let names = 0
let cells = 0
const household: People = { member: 'mia', other: 'noa', admin: 'ada' }

before(async () => {
  daemon = await startTestDaemon({ clock })
  const owner = await daemon.owner()
  expired = owner.access_token
  for (const [username, roles] of [['mia'], ['noa'], ['ada', ['admin']]] as const) await add(username, roles)
  // From here on the clock stands still.
  clock.advance(900_000)
  tokens.clear()
  revoked = (await signIn(daemon, 'olga')).access_token
  await rest(daemon, 'POST /auth/logout', { token: revoked, payload: {} })
})

after(async () => {
  await daemon[Symbol.asyncDispose]()
  // The test command adds these up.
  console.log(`cells ${cells}`)
})

async function add(username: string, roles: readonly string[] = []): Promise<string> {
  const payload = personOf(username, { roles })
  const token = await memberToken('olga')
  const { status, body } = await rest(daemon, 'POST /auth/register', { token, payload })
  assert.equal(status, 201, JSON.stringify(body))
  return username
}

async function newPeople(): Promise<People> {
  names += 1
  const [member, other, admin] = [`m${names}`, `o${names}`, `a${names}`]
  return { member: await add(member), other: await add(other), admin: await add(admin, ['admin']) }
}

/** A token of a member, the same one each time: the clock stands still, so it holds and its sign-in is recent. */
async function memberToken(username: string): Promise<string> {
  const known = tokens.get(username) ?? (await signIn(daemon, username)).access_token
  tokens.set(username, known)
  return known
}

/** The token that a column brings; null for none. */
async function tokenOf(column: Column, people: People): Promise<string | null> {
  const made: Record<Column, () => string | null | Promise<string>> = {
    'no token': () => null,
    'an expired token': () => expired,
    'a token of another key': async () => signedByStranger(await memberToken('olga')),
    'a token with alg none': async () => unsigned(await memberToken('olga')),
    'the member': () => memberToken(people.member),
    'another member': () => memberToken(people.other),
    'an admin': () => memberToken(people.admin),
    'a revoked token': () => revoked,
  }
  return made[column]()
}

async function belongingsOf({ member }: People): Promise<Belongings> {
  const access_token = await memberToken(member)
  const family_member_uuid = String(decodeJwt(access_token).sub)
  const as = async (token: string, operation: OperationName, input: object = {}) => {
    const { status, result } = await protocols.REST(daemon)(token, operation, input)
    assert.ok(status < 300, `${operation}: ${status}`)
    return result
  }
  const asOwner = async (operation: OperationName, input: object = {}) =>
    as(await memberToken('olga'), operation, input)
  const pairingCode = async () => {
    const offered = await as(access_token, 'devices.pair', { name: 'Phone', kind: 'phone' })
    return offered.pairing_code as string
  }
  const asMember = (operation: OperationName, input: object = {}) => as(access_token, operation, input)
  return {
    username: member,
    family_member_uuid,
    asOwner,
    asMember,
    memory: async () => {
      const content = `a memory of ${randomUUID()}`
      return (await asMember('memory.store', { content })).memory.memory_uuid
    },
    pairingCode,
    session: () => signIn(daemon, member),
    device: async () => {
      const payload = { pairing_code: await pairingCode() }
      return (await rest(daemon, 'POST /auth/devices/pair', { payload })).body.data.device.device_uuid
    },
    interaction: async (type, more = {}) => {
      const asked = type === 'dismissed' ? { requirement: 'optional', interaction_type: 'question' } : {}
      const put = { user_id: family_member_uuid, interaction_type: type, prompt: 'Tea?', ...asked, ...more }
      const { interaction } = await asOwner('interactions.simulate', put)
      const { interaction_id } = interaction
      if (type === 'dismissed') await as(access_token, 'interactions.dismiss', { interaction_id })
      return interaction_id
    },
  }
}

function expectedOf(column: Column, expected: Case, protocol: Protocol): number {
  // A connection takes its token before anything is asked.
  if (column === 'no token') return protocol === 'REST' ? (expected.nobody ?? 401) : 401
  const wanted = {
    'the member': expected.member,
    'another member': expected.other,
    'an admin': expected.admin,
  }[column as string]
  if (wanted === undefined) return 401
  return protocol === 'WebSocket' && wanted === 201 ? 200 : wanted
}

async function statusOver(
  protocol: Protocol,
  token: string | null,
  name: OperationName,
  input: object,
): Promise<number> {
  try {
    return (await protocols[protocol](daemon)(token, name, input)).status
  } catch (error) {
    const refused = /^Unexpected server response: (\d+)$/.exec((error as Error).message)
    if (!refused) throw error
    return Number(refused[1])
  }
}

describe('Who may call what', () => {
  it('is defined for every operation', () => {
    assert.deepEqual(Object.keys(cases).toSorted(), [...operations.keys()].toSorted())
  })

  for (const name of operations.keys()) {
    const expected = cases[name as OperationName]
    for (const protocol of ways) {
      it(`${name} over ${protocol}`, async () => {
        const seen: Record<string, number> = {}
        for (const column of columns) {
          // Who is refused changes nothing of anybody's.
          const refused = expectedOf(column, expected, protocol) === 401
          const people = expected.ownPeople && !refused ? await newPeople() : household
          const input = await expected.input?.(await belongingsOf(people), column === 'no token')
          const token = await tokenOf(column, people)
          seen[column] = await statusOver(protocol, token, name as OperationName, input ?? {})
          cells += 1
        }
        assert.deepEqual(
          seen,
          Object.fromEntries(columns.map((column) => [column, expectedOf(column, expected, protocol)])),
        )
      })
    }
  }
})

/** Every method of gRPC that there is, with a topic of one's own and one of admins alone. */
const streams = [
  ['CompanionService', 'StreamUpdates'],
  ['MessageBusService', 'Subscribe'],
].flatMap(([service = '', method = '']) => [
  { service, method, topic: 'agency.goals', allowed: status.OK },
  { service, method, topic: 'interaction.notifications.admin', allowed: status.PERMISSION_DENIED },
])

describe('Who may stream what', () => {
  for (const { service, method, topic, allowed } of streams) {
    it(`${topic} over gRPC ${method}`, async () => {
      const seen: Record<string, number> = {}
      for (const column of columns) {
        const token = await tokenOf(column, household)
        const client = grpcClient(daemon, service)
        const stream = openStream(
          client,
          method,
          { topics: [topic] },
          token === null ? new Metadata() : bearer(token),
        )
        const opened = once(stream, 'metadata').then(() => status.OK)
        const refused = new Promise<number>((resolve) => {
          stream.on('error', (error: ServiceError) => resolve(error.code))
        })
        stream.on('data', () => {})
        seen[column] = await Promise.race([opened.catch(() => refused), refused])
        stream.cancel()
        client.close()
        cells += 1
      }
      const wanted = Object.fromEntries(
        columns.map((column): [string, number] => {
          if (column === 'an admin') return [column, status.OK]
          const known = column === 'the member' || column === 'another member'
          return [column, known ? allowed : status.UNAUTHENTICATED]
        }),
      )
      assert.deepEqual(seen, wanted)
    })
  }
})

describe('The matrix', () => {
  it('has no empty cell', () => {
    assert.equal(cells, (operations.size * ways.length + streams.length) * columns.length)
  })
})
