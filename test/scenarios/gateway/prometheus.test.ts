import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { amount, itScaled } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'

const program = '/usr/bin/prometheus'
/** One a second: more than admins may call a minute, and at length for longer than an access token lasts. */
const scrapes = amount(20, 16 * 60)

/** Together they scrape once a second, and each has so many seconds for it, whatever else the machine does. */
const jobs = 10

const configuration = (target: string, key: string) => `
global: { scrape_interval: ${jobs}s, scrape_timeout: ${jobs}s }
scrape_configs:
${Array.from({ length: jobs }, (_, at) => jobOf(at, target, key)).join('')}`

const jobOf = (at: number, target: string, key: string) => `
  - job_name: companion-${at}
    authorization: { credentials: '${key}' }
    static_configs: [{ targets: ['${target}'] }]
`

describe('Prometheus', { skip: !existsSync(program) && 'it is not installed on this machine' }, () => {
  itScaled('scrapes the metrics with a key, and is never turned away', async () => {
    // As often as admins may call without the tests' own allowance.
    const environment = { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '10' }
    await using daemon = await startTestDaemon({ clock: systemClock, environment })
    const { access_token: token } = await daemon.owner()
    const payload = { name: 'Prometheus', scopes: ['metrics'] }
    const { key } = (await rest(daemon, 'POST /auth/keys', { token, payload })).body.data
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const file = join(folder.path, 'prometheus.yml')
    writeFileSync(file, configuration(new URL(daemon.file.base_url).host, key))
    const scraper = spawn(program, [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ])
    try {
      const ask = await queriesOf(scraper)
      await soon(async () => (await ask('sum(up)')) === jobs)
      const count = () => ask('sum(count_over_time(up[1h]))')
      while (((await count()) ?? 0) < scrapes) await wait(1_000)
      assert.equal(await ask('min(min_over_time(up[1h]))'), 1)
      assert.ok(((await ask('companion_connections{kind="http"}')) ?? -1) >= 0, 'the figures have come')
    } finally {
      scraper.kill()
      await once(scraper, 'exit')
    }
  })
})

/** Asks a Prometheus that has just been started, once it listens; null where there is no such figure. */
async function queriesOf({ stderr }: ChildProcess): Promise<(query: string) => Promise<number | null>> {
  assert.ok(stderr)
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface(stderr).on('line', (line) => {
    const [, address] = /msg="Listening on" address=([\d.:]+)/.exec(line) ?? []
    if (address) resolve(address)
  })
  const address = await promise
  return async (query) => {
    const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`)
    // While it begins.
    if (!answer.ok) return null
    const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
    return data.result[0] ? Number(data.result[0].value[1]) : null
  }
}
