// Requests a second of GET /api/v1/interactions/{id}: the daemon against a bare peer that gives the same answer, in
// turns on the same machine. node test/bench/http.ts [rounds] [--smoke]
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { locateHome } from '../../daemon/kernel/home.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { end, startProgram } from './daemon-process.ts'
import { requestsPerSecond, requestTo } from './http-load.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { registerOwner } from './owner.ts'
import { median } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'
import { systemToken } from './system-token.ts'

const [rounds] = givenNumbers(amount(1, 5))
const load = { connections: amount(4, 32), milliseconds: amount(100, 3_000), warmUp: amount(50, 2_000) }
const interactions = amount(3, 100)

const home = temporaryFolder()
const { database, keys } = locateHome({ COMPANION_HOME: home })
const profiling = process.env['BENCH_CPU_PROFILE']
const daemon = await startMeasuredDaemon(
  home,
  {},
  profiling ? ['--cpu-prof', `--cpu-prof-dir=${profiling}`] : [],
)
const { access_token: token, family_member_uuid: user_id } = await registerOwner(home, daemon.file)
const system = await systemToken(home)
const paths: string[] = []
for (let made = 0; made < interactions; made += 1) {
  const scenario = {
    interaction_type: 'question',
    scenario: 'create_then_answer',
    answer_text: 'yes, please',
  }
  const body = { user_id, prompt: 'Shall I put the kettle on?', title: 'Tea', ...scenario }
  const created = await rest(daemon, 'POST /admin/interactions/simulate', { token: system, body })
  paths.push(`/api/v1/interactions/${created.body.interaction.interaction_id}`)
}

const copy = join(home, 'peer.db')
const original = new Database(database)
original.prepare('VACUUM INTO ?').run(copy)
original.close()
const peer = await startProgram(join(import.meta.dirname, 'peer.ts'), {
  PEER_DATABASE: copy,
  PEER_KEYS: keys,
})
const ports = { daemon: Number(new URL(daemon.file.base_url).port), peer: Number(peer.output) }

const read = async (port: number) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`http://127.0.0.1:${port}${paths[0]}`, { headers })).json()
}
const measure = (port: number, milliseconds = load.milliseconds) => {
  const requests = paths.map((path) => requestTo({ port, token }, path))
  const until = performance.now() + milliseconds
  let sent = 0
  const next = () => (performance.now() < until ? (requests[(sent += 1) % requests.length] ?? null) : null)
  return requestsPerSecond(port, load.connections, next)
}

try {
  assert.deepEqual(await read(ports.peer), await read(ports.daemon))
  for (const port of [ports.daemon, ports.peer]) await measure(port, load.warmUp)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const rates = { daemon: 0, peer: 0 }
    const order = round % 2 === 1 ? (['daemon', 'peer'] as const) : (['peer', 'daemon'] as const)
    for (const who of order) rates[who] = await measure(ports[who])
    const ratio = rates.daemon / rates.peer
    ratios.push(ratio)
    const [a, b] = [Math.round(rates.daemon), Math.round(rates.peer)]
    console.log(`round ${round}: daemon ${a}/s, peer ${b}/s, ratio ${ratio.toFixed(2)}`)
  }
  console.log(`ratio ${median(ratios).toFixed(2)}`)
} finally {
  await daemon.stop()
  await end(peer.child)
  rmSync(home, { recursive: true, force: true })
}
