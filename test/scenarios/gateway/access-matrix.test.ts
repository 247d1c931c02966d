import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe } from 'node:test'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { operations } from '../../../daemon/client/description.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { login, signIn } from '../../support/daemon.ts'
import { grpcStatusOf } from '../../../daemon/transports/grpc/status.ts'
import { setUpApp } from '../../support/authenticator-app.ts'
import { isLong, it, itScaled } from '../../support/long.ts'
import { bearer, call, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { cases } from '../../support/wire/matrix-cases.ts'
import { household, MatrixHousehold, type People } from '../../support/wire/matrix-household.ts'
import { signedByStranger, unsigned } from '../../support/wire/matrix-tokens.ts'
import { pathOf, type Protocol, protocolInTurn } from '../../support/wire/protocols.ts'
import { allowedTo } from '../../support/wire/restricted-cases.ts'
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
  'half a sign-in',
  'a recovered session',
  'a recovered session with its new password',
  'a PIN session',
  'a read-only session',
  'a session without its second factor',
] as const
type Column = (typeof columns)[number]

let matrix: MatrixHousehold
let revoked: string
let half: string
let cells = 0

before(async () => {
  matrix = await MatrixHousehold.start({ enrolling: 10 })
  const { daemon } = matrix
  revoked = (await signIn(daemon, 'olga')).access_token
  await rest(daemon, 'POST /auth/logout', { token: revoked, payload: {} })
  const { member } = await matrix.newPeople()
  await setUpApp(daemon, await matrix.memberToken(member), () => matrix.clock.now())
  half = (await login(daemon, member)).body.error.details.mfa_token
})

after(async () => {
  await matrix[Symbol.asyncDispose]()
  // The test command adds these up.
  console.log(`cells ${cells}`)
})

/** The token that a column brings, for a cell that may have `changed` its caller for good; null for none. */
async function tokenOf(column: Column, people: People, changed = false): Promise<string | null> {
  const made: Record<Column, () => string | null | Promise<string>> = {
    'no token': () => null,
    'an expired token': () => matrix.expired,
    'a token of another key': async () => signedByStranger(await matrix.memberToken('olga')),
    'a token with alg none': async () => unsigned(await matrix.memberToken('olga')),
    'the member': () => matrix.memberToken(people.member),
    'another member': () => matrix.memberToken(people.other),
    'an admin': () => matrix.memberToken(people.admin),
    'a revoked token': () => revoked,
    'half a sign-in': () => half,
    'a recovered session': () => matrix.recoveredToken(),
    'a recovered session with its new password': () => matrix.newPasswordToken(changed),
    'a PIN session': () => matrix.restrictedToken(people.member, 'pin'),
    'a read-only session': () => matrix.restrictedToken(people.member, 'master'),
    'a session without its second factor': () => matrix.enrollingToken(),
  }
  return made[column]()
}

const badTokens: readonly Column[] = [
  'an expired token',
  'a token of another key',
  'a token with alg none',
  'a revoked token',
  'half a sign-in',
]

/** What is tried of the operation at a place: every column; of the bad tokens one in turn, unless time does not matter. */
const columnsOf = (at: number): readonly Column[] =>
  columns.filter(
    (column) => isLong || !badTokens.includes(column) || column === badTokens[at % badTokens.length],
  )

/** Whether a column is refused whatever it asks of an operation: so it need not ask for anything real. */
const isRefusedUnread = (column: Column, name: OperationName) =>
  badTokens.includes(column) ||
  (column in allowedTo &&
    !allowedTo[column as keyof typeof allowedTo].has(name) &&
    cases[name].pin === undefined &&
    // Refused to everybody, it is for what it is asked with.
    ![401, 403].includes(cases[name].admin))

function expectedOf(column: Column, name: OperationName, protocol: Protocol): number {
  const expected = cases[name]
  if (column === 'a PIN session' && expected.pin !== undefined) return expected.pin
  if (column in allowedTo) {
    const may: ReadonlySet<OperationName> = allowedTo[column as keyof typeof allowedTo]
    const like = column === 'a session without its second factor' ? 'another member' : 'the member'
    return may.has(name) ? expectedOf(like, name, protocol) : 403
  }
  // A connection takes its token before anything is asked.
  if (column === 'no token') return protocol === 'REST' ? (expected.nobody ?? 401) : 401
  const wanted = {
    'the member': expected.member,
    'another member': expected.other,
    'an admin': expected.admin,
    'a recovered session with its new password': expected.admin,
    // It sets a password, sees whose it is, and ends.
    'a recovered session': expected.recovered ?? 403,
  }[column as string]
  if (wanted === undefined) return 401
  return protocol === 'WebSocket' && wanted === 201 ? 200 : wanted
}

describe('Who may call what', () => {
  it('is defined for every operation', () => {
    assert.deepEqual(Object.keys(cases).toSorted(), [...operations.keys()].toSorted())
  })

  for (const [at, key] of [...operations.keys()].entries()) {
    const protocol = protocolInTurn(at)
    const name = key as OperationName
    const expected = cases[name]
    const inputFor = async (people: People, isNobody: boolean) =>
      (await expected.input?.(await matrix.belongingsOf(people), isNobody)) ?? {}
    itScaled(`${name} over ${protocol}`, async () => {
      const seen: Record<string, number> = {}
      for (const column of columnsOf(at)) {
        const isRefused = [401, 403].includes(expectedOf(column, name, protocol))
        const people = expected.ownPeople && !isRefused ? await matrix.newPeople() : household
        const input = isRefusedUnread(column, name)
          ? pathOf(name)
          : await inputFor(people, column === 'no token')
        const token = await tokenOf(column, people, expected.ownPeople)
        seen[column] = await matrix.statusOver(protocol, token, name, input)
        cells += 1
      }
      assert.deepEqual(
        seen,
        Object.fromEntries(columnsOf(at).map((column) => [column, expectedOf(column, name, protocol)])),
      )
    })
  }
})

const ofAdmins: ReadonlySet<Column> = new Set(['an admin', 'a recovered session with its new password'])
const unableToRead: ReadonlySet<Column> = new Set([
  'a recovered session',
  'a session without its second factor',
])

/** Every stream of gRPC that there is, with a topic of one's own and one of admins alone. */
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
        const client = grpcClient(matrix.daemon, service)
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
          if (ofAdmins.has(column)) return [column, status.OK]
          if (unableToRead.has(column)) return [column, status.PERMISSION_DENIED]
          const signedIn = ['the member', 'another member', 'a PIN session', 'a read-only session'].includes(
            column,
          )
          return [column, signedIn ? allowed : status.UNAUTHENTICATED]
        }),
      )
      assert.deepEqual(seen, wanted)
    })
  }
})

/** Every method of gRPC that is called once and answers once, and the operation that it is. */
const methods = [
  ['CompanionService', 'SendMessage', 'conversation.message'],
  ['CompanionService', 'GetEmotionState', 'emotion.current'],
  ['MemoryService', 'Search', 'memory.search'],
  ['RecognitionService', 'Introduce', 'recognition.introduce'],
  ['RecognitionService', 'Identify', 'recognition.identify'],
  ['RecognitionService', 'Verify', 'recognition.verify'],
  ['RecognitionService', 'ListFamily', 'recognition.family'],
  ['RecognitionService', 'RemovePerson', 'recognition.remove'],
] as const

describe('Who may call what over gRPC', () => {
  for (const [service, method, name] of methods) {
    it(`${name} as ${method}`, async () => {
      const client = grpcClient(matrix.daemon, service)
      const seen: Record<string, number> = {}
      for (const column of columns) {
        const { id, ...input } = ((await cases[name].input?.(await matrix.belongingsOf(household), false)) ??
          {}) as Record<string, unknown>
        const token = await tokenOf(column, household)
        const request = id === undefined ? input : { person_uuid: id }
        const metadata = token === null ? new Metadata() : bearer(token)
        seen[column] = await call(client, method, request, metadata).then(
          () => status.OK,
          ({ code }: ServiceError) => code,
        )
        cells += 1
      }
      client.close()
      const wanted = columns.map((column): [string, number] => {
        const expected = expectedOf(column, name, 'REST')
        return [column, grpcStatusOf[expected] ?? status.OK]
      })
      assert.deepEqual(seen, Object.fromEntries(wanted))
    })
  }
})

describe('The matrix', () => {
  it('has no empty cell', () => {
    const each = columnsOf(0).length
    assert.equal(cells, operations.size * each + (streams.length + methods.length) * columns.length)
  })
})
