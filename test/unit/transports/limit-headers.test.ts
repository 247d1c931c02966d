import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import type { Quota } from '../../../daemon/gateway/limits.ts'
import { limitHeaders } from '../../../daemon/transports/rest/routes.ts'

const address: Quota = { policy: 'authentication-address', limit: 5, window: 60, remaining: 4, reset: 60 }
const account: Quota = { policy: 'authentication-account', limit: 5, window: 60, remaining: 0, reset: 7 }

async function headersAfter(...quotas: Quota[]) {
  const server = fastify()
  server.get('/', async (_request, reply) => {
    const counted = limitHeaders(reply)
    for (const quota of quotas) counted(quota)
    return {}
  })
  const { headers } = await server.inject('/')
  await server.close()
  return [headers['ratelimit-policy'], headers['ratelimit']]
}

test('an allowance is sent as its policy and what remains', async () => {
  assert.deepEqual(await headersAfter(address), [
    '"authentication-address";q=5;w=60',
    '"authentication-address";r=4;t=60',
  ])
})

test('two allowances are a list, in the order they were used', async () => {
  assert.deepEqual(await headersAfter(address, account), [
    '"authentication-address";q=5;w=60, "authentication-account";q=5;w=60',
    '"authentication-address";r=4;t=60, "authentication-account";r=0;t=7',
  ])
})

test('a call without an allowance has neither header', async () => {
  assert.deepEqual(await headersAfter(), [undefined, undefined])
})
