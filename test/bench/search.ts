// How fast a member's memories are searched, in the daemon and by peers over the same vectors, in one run: 20 members of
// 5,000 memories, and one of 100,000, or with --million one of 1,000,000 without the peers that need an hour to be built.
// node test/bench/search.ts [--small | --million | --smoke]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Filter, filterOf } from '../../daemon/features/memory/filter.ts'
import type { ThreadRequest } from '../../daemon/features/memory/search/search-thread.ts'
import { openThread } from '../../daemon/kernel/thread.ts'
import { openForReading } from '../../daemon/store/store.ts'
import { signIn, temporaryFolder } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { timed } from './duration.ts'
import { type MeasuredDaemon, startMeasuredDaemon } from './measured-daemon.ts'
import { median, percentile } from './percentile.ts'
import { type FilledHome, fillHome, type Size } from './search-home.ts'
import { dimension, type PeerReport, type Task } from './search-task.ts'
import { questionTexts } from './search-texts.ts'
import { amount, given, isSmoke } from './smoke.ts'
import { systemToken } from './system-token.ts'
import { anyCalibration } from '../support/memory/calibration.ts'

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ args: [...given], options: { small: flag, million: flag } })
const usual: readonly Size[] = values.small
  ? [
      { members: 20, each: 500 },
      { members: 1, each: 10_000 },
    ]
  : [
      { members: 20, each: 5_000 },
      { members: 1, each: 100_000 },
    ]
const sizes = amount([{ members: 2, each: 20 }], values.million ? [{ members: 1, each: 1_000_000 }] : usual)
/** Without those that are fetched, and without those that an hour builds. */
const kinds =
  values.million || isSmoke
    ? ['wasm', 'bm25']
    : ['scan', 'wasm', 'bm25', 'hnswlib', 'lancedb', 'lancedb-hnsw']
const asked = amount(3, values.million ? 100 : 300)
const k = 10
/** Questions asked first, which do not count. */
const warming = amount(1, 30)
/** Starts of a daemon for the first search after each. */
const starts = amount(1, 5)
const week = 7 * 86_400_000
const filters = [
  ['', filterOf({})],
  [', of a kind', filterOf({ kind: 'preference' })],
  [', of a tag', filterOf({ tag: 'work' })],
  [', of a week', filterOf({ created_after: new Date(Date.now() - week).toISOString() })],
] as const
/** Those that hnswlib and LanceDB are installed from, once, beside the packages of the project. */
const peerPackages = ['hnswlib-node@3.0.0', '@lancedb/lancedb@0.39.0']
const packages = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'search-peers')

interface Line {
  readonly name: string
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly recall?: number
  /** Seconds. */
  readonly build?: number
  /** Bytes. */
  readonly disk?: number
  readonly rss?: number
}

function installPeers(): void {
  if (existsSync(join(packages, 'node_modules', 'hnswlib-node', 'build', 'Release', 'addon.node'))) return
  console.log(`installing ${peerPackages.join(' and ')} in ${packages}`)
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'package.json'), '{ "private": true }')
  const npm = (...options: string[]) =>
    execFileSync('npm', [...options, '--prefix', packages], { stdio: ['ignore', 'ignore', 'inherit'] })
  npm('install', '--ignore-scripts', ...peerPackages)
  npm('rebuild', 'hnswlib-node', '--ignore-scripts=false')
}

const timesOf = (numbers: readonly number[]) => ({
  p50: median(numbers),
  p99: percentile(numbers, 0.99),
})

/** The share of the ten nearest that was found; what is as near as the tenth is as good. */
function recallOf(results: PeerReport['found'], exact: PeerReport['found'], filled: FilledHome): number {
  const { questions, vectors } = filled
  const similarity = (question: number, memory: number) => {
    const { vector } = questions[question] ?? { vector: new Float32Array() }
    return vector.reduce((sum, value, at) => sum + value * (vectors[memory * dimension + at] ?? 0), 0)
  }
  const shares = exact.map((wanted, question) => {
    const worst = Math.min(...wanted.map((memory) => similarity(question, memory))) - 1e-6
    const those = new Set(results[question] ?? [])
    return [...those].filter((memory) => similarity(question, memory) >= worst).length / wanted.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function residentOf({ pid }: MeasuredDaemon): number {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** The whole way over REST, and the part of it inside the daemon as the daemon itself measures it. */
async function measureDaemon({ home, members, questions, seconds, bytes }: FilledHome): Promise<Line[]> {
  const daemon = await startMeasuredDaemon(home.path, {
    COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000',
  })
  try {
    const tokens: string[] = []
    for (const { username } of members) {
      tokens.push((await signIn(daemon, username)).access_token)
    }
    const search = async (text: string, member: number) => {
      const { status } = await rest(daemon, `GET /memory/search?q=${encodeURIComponent(text)}`, {
        token: tokens[member],
      })
      if (status !== 200) throw new Error(`search: ${status}`)
    }
    for (const [at, text] of questionTexts(warming, 3).entries()) await search(text, at % members.length)
    const times: number[] = []
    for (const { text, member } of questions) times.push(await timed(() => search(text, member)))
    const { body } = await rest(daemon, 'GET /gateway/stats', { token: await systemToken(home.path) })
    const inside = body.data.operations.find(
      ({ operation, protocol }: Record<string, string>) =>
        operation === 'memory.search' && protocol === 'rest',
    )
    return [
      {
        name: 'daemon: hybrid over REST',
        ...timesOf(times),
        build: seconds.writing,
        disk: bytes,
        rss: residentOf(daemon),
      },
      { name: 'daemon: hybrid inside', p50: inside.p50_ms, p99: inside.p99_ms },
    ]
  } finally {
    await daemon.stop()
  }
}

/** The first search after a start, so many milliseconds after the daemon is ready. */
async function measureFirst({ home, members: [first] }: FilledHome, wait: number): Promise<Line> {
  const times: number[] = []
  for (const text of questionTexts(starts, 5)) {
    const daemon = await startMeasuredDaemon(home.path)
    const ready = performance.now()
    try {
      const { access_token: token } = await signIn(daemon, first?.username ?? '')
      await sleep(Math.max(0, wait - (performance.now() - ready)))
      times.push(
        await timed(() => rest(daemon, `GET /memory/search?q=${encodeURIComponent(text)}`, { token })),
      )
    } finally {
      await daemon.stop()
    }
  }
  const when = wait === 0 ? 'at once' : `after ${wait / 1_000} s`
  return { name: `daemon: first search ${when}`, ...timesOf(times) }
}

/** The thread of the searches with the hop to it, without anything else of a daemon, with each kind of filter. */
async function measureThread({ home, members, questions }: FilledHome): Promise<Line[]> {
  const file = new URL('../../daemon/features/memory/search/search-thread.ts', import.meta.url)
  const thread = openThread(file, { file: home.database }, { maxHeapMb: 2_048 })
  const ask = ({ text, vector, member }: FilledHome['questions'][number], filter: Filter) => {
    const { family_member_uuid = '' } = members[member] ?? {}
    const search = {
      owners: [family_member_uuid, 'household'],
      text,
      vector,
      table: 'a' as const,
      filter,
      limit: k,
      calibration: anyCalibration,
      now: Date.now(),
    }
    const question: ThreadRequest = { search }
    return thread.request(question)
  }
  const lines: Line[] = []
  try {
    for (const question of questions.slice(0, warming)) await ask(question, filterOf({}))
    for (const [name, filter] of filters) {
      const times: number[] = []
      for (const question of questions) times.push(await timed(() => ask(question, filter)))
      lines.push({ name: `daemon: search thread${name}`, ...timesOf(times) })
    }
    return lines
  } finally {
    await thread.stop()
  }
}

/** The vectors alone, as the daemon keeps them. */
function measureVectors(filled: FilledHome, exact: PeerReport['found']): Line {
  const { home, members, questions } = filled
  const client = openForReading(home.database)
  const numbers = new Map<number, number>()
  const statement = client
    .prepare<unknown[], number>(
      'SELECT memory_id FROM memory_vectors_a WHERE embedding MATCH ? AND k = ? AND owner = ?',
    )
    .pluck()
  for (const [number, id] of client
    .prepare<unknown[], number>('SELECT memory_id FROM memories ORDER BY memory_id')
    .pluck()
    .all()
    .entries())
    numbers.set(id, number)
  const results: number[][] = []
  const times: number[] = []
  for (const { vector, member } of questions) {
    const startedAt = performance.now()
    const ids = statement.all(vector, k, members[member]?.family_member_uuid)
    times.push(performance.now() - startedAt)
    results.push(ids.map((id) => numbers.get(id) ?? -1))
  }
  client.close()
  return { name: 'daemon: its vectors alone', ...timesOf(times), recall: recallOf(results, exact, filled) }
}

function measurePeer(kind: string, folder: string): PeerReport {
  const script = join(import.meta.dirname, 'search-peers.ts')
  const output = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, kind, folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  )
  return JSON.parse(output) as PeerReport
}

/** Every peer, each in a process of its own; the bare scans are exact, and are what the others' recall is against. */
function measurePeers(filled: FilledHome): { lines: Line[]; exact: PeerReport['found'] } {
  const { members, vectors, texts, questions } = filled
  const folder = mkdtempSync(join(filled.home.path, 'peers-'))
  writeFileSync(join(folder, 'vectors'), vectors)
  writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts))
  const task: Task = {
    packages,
    members: members.length,
    count: vectors.length / dimension,
    k,
    questions: questions.map(({ text, vector, member }) => ({ text, vector: [...vector], member })),
  }
  writeFileSync(join(folder, 'task.json'), JSON.stringify(task))
  const exact = measurePeer('wasm', folder)
  const lines = kinds.map((kind): Line => {
    const { build, disk, rss, times, found: results } = kind === 'wasm' ? exact : measurePeer(kind, folder)
    const recall = kind === 'bm25' ? {} : { recall: recallOf(results, exact.found, filled) }
    return { name: `peer: ${kind}`, ...timesOf(times), ...recall, build, disk, rss }
  })
  return { lines, exact: exact.found }
}

const megabytes = (bytes: number | undefined) => (bytes === undefined ? '' : (bytes / 2 ** 20).toFixed(0))

function print({ members, each }: Size, { seconds }: FilledHome, lines: readonly Line[]): void {
  const inside = lines.find(({ name }) => name === 'daemon: hybrid inside')?.p50 ?? NaN
  console.log(`\n${members} × ${each.toLocaleString('en')} memories, ${asked} questions, the ${k} best`)
  console.log(
    `(all memories embedded in ${seconds.embedding.toFixed(1)} s; a ratio above 1 is slower than the daemon)`,
  )
  const header = ['', 'p50 ms', 'p99 ms', 'ratio', 'recall', 'build s', 'disk MB', 'RSS MB']
  const rows = lines.map(({ name, p50, p99, recall, build, disk, rss }) => [
    name,
    p50.toFixed(2),
    p99.toFixed(2),
    (p50 / inside).toFixed(2),
    recall?.toFixed(3) ?? '',
    build?.toFixed(1) ?? '',
    megabytes(disk),
    megabytes(rss),
  ])
  for (const [name = '', ...cells] of [header, ...rows])
    console.log(name.padEnd(36) + cells.map((cell) => cell.padStart(9)).join(''))
}

if (!isSmoke) installPeers()
for (const size of sizes) {
  const path = temporaryFolder()
  try {
    const filled = await fillHome(path, size, asked)
    const daemon = await measureDaemon(filled)
    const first = []
    for (const wait of amount([0], [0, 5_000])) first.push(await measureFirst(filled, wait))
    const thread = await measureThread(filled)
    const { lines, exact } = measurePeers(filled)
    print(size, filled, [...daemon, ...first, ...thread, measureVectors(filled, exact), ...lines])
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
