import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { operations } from '../../../daemon/client/description.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { login, signIn } from '../../support/daemon.ts'
import { setUpApp } from '../../support/authenticator-app.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { cases } from '../../support/wire/matrix-cases.ts'
import { household, MatrixHousehold, type People } from '../../support/wire/matrix-household.ts'
import { signedByStranger, unsigned } from '../../support/wire/matrix-tokens.ts'
import type { Protocol } from '../../support/wire/protocols.ts'
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
  'a PIN session',
  'a read-only session',
] as const
type Column = (typeof columns)[number]

const ways: readonly Protocol[] = ['REST', 'WebSocket']

let matrix: MatrixHousehold
let revoked: string
let half: string
let recovered: () => Promise<string>
let cells = 0

before(async () => {
  matrix = await MatrixHousehold.start()
  const { daemon } = matrix
  revoked = (await signIn(daemon, 'olga')).access_token
  await rest(daemon, 'POST /auth/logout', { token: revoked, payload: {} })
  const { member } = await matrix.newPeople()
  await setUpApp(daemon, await matrix.memberToken(member), () => matrix.clock.now())
  recovered = await matrix.recoverer()
  half = (await login(daemon, member)).body.error.details.mfa_token
})

after(async () => {
  await matrix[Symbol.asyncDispose]()
  // The test command adds these up.
  console.log(`cells ${cells}`)
})

/** The token that a column brings; null for none. */
async function tokenOf(column: Column, people: People): Promise<string | null> {
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
    'a recovered session': () => recovered(),
    'a PIN session': () => matrix.restrictedToken(people.member, 'pin'),
    'a read-only session': () => matrix.restrictedToken(people.member, 'master'),
  }
  return made[column]()
}

function expectedOf(column: Column, name: OperationName, protocol: Protocol): number {
  const expected = cases[name]
  if (column === 'a PIN session' || column === 'a read-only session') {
    const may: ReadonlySet<OperationName> = allowedTo[column]
    if (!may.has(name)) return 403
    if (column === 'a PIN session' && expected.pin !== undefined) return expected.pin
    return expectedOf('the member', name, protocol)
  }
  // A connection takes its token before anything is asked.
  if (column === 'no token') return protocol === 'REST' ? (expected.nobody ?? 401) : 401
  const wanted = {
    'the member': expected.member,
    'another member': expected.other,
    'an admin': expected.admin,
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

  for (const name of operations.keys()) {
    const expected = cases[name as OperationName]
    for (const protocol of ways) {
      it(`${name} over ${protocol}`, async () => {
        const seen: Record<string, number> = {}
        for (const column of columns) {
          // Who is refused changes nothing of anybody's.
          const refused = [401, 403].includes(expectedOf(column, name as OperationName, protocol))
          const people = expected.ownPeople && !refused ? await matrix.newPeople() : household
          const input = await expected.input?.(await matrix.belongingsOf(people), column === 'no token')
          const token = await tokenOf(column, people)
          seen[column] = await matrix.statusOver(protocol, token, name as OperationName, input ?? {})
          cells += 1
        }
        assert.deepEqual(
          seen,
          Object.fromEntries(
            columns.map((column) => [column, expectedOf(column, name as OperationName, protocol)]),
          ),
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
          if (column === 'an admin') return [column, status.OK]
          if (column === 'a recovered session') return [column, status.PERMISSION_DENIED]
          const known = ['the member', 'another member', 'a PIN session', 'a read-only session'].includes(
            column,
          )
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
