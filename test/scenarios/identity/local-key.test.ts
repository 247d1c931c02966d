import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { status } from '@grpc/grpc-js'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { connectionTo } from '../../../daemon/client/local/connection.ts'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { systemToken } from '../../bench/system-token.ts'
import { cli } from '../../support/cli.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { watchEnds } from '../../support/wire/stream-ends.ts'

describe('A new local key', () => {
  it('ends what was made with the old one at once, and programs go on with the new one', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    const owner = await daemon.owner()
    const stolen = await systemToken(daemon.home.path)
    const health = (token: string) => rest(daemon, 'GET /health', { token })
    assert.equal((await health(stolen)).status, 200)
    const client = createClient({
      ...connectionTo(() => daemon, 'a test'),
      tokens: systemTokens(daemon.home, 'app'),
    })
    await client.call('members.list')
    const { ends } = await watchEnds(daemon, stolen)
    const before = readFileSync(daemon.home.localKey, 'utf8')

    const { code, stdout, stderr } = await cli(daemon.home.path, [
      'auth',
      'rotate-local-key',
      '--as-system',
      '--json',
    ])
    assert.equal(code, 0, stderr)
    const after = readFileSync(daemon.home.localKey, 'utf8')
    assert.notEqual(after, before)
    assert.equal(JSON.parse(after).kid, JSON.parse(stdout).kid)

    assert.deepEqual(errorOf(await health(stolen)).slice(0, 2), [401, 'AUTHENTICATION_REQUIRED'])
    assert.deepEqual(await ends, [4401, status.UNAUTHENTICATED])
    assert.equal((await client.call('members.list')).total, 1)
    assert.equal((await health(owner.access_token)).status, 200)
    const { items } = await client.call('audit.list', { event: 'signing_key_rotated' })
    assert.deepEqual(
      [items[0]?.actor, items[0]?.details],
      ['system:cli', { kid: JSON.parse(stdout).kid, key: 'local' }],
    )
  })
})
