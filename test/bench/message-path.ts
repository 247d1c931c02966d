// Counts the way of a message: the files and functions of the daemon that it runs through, and their calls, from its
// arrival over REST until its reply has left. The daemon runs from its sources, so that every function has its name. What
// only one of a few messages alike meets, such as a copy that is just made, is no part of the way.
//   --list     every file with its functions and how often each was called
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { root } from '../../build/packaging/layout.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { amount } from './smoke.ts'

const { values: options } = parseArgs({ options: { list: { type: 'boolean' }, smoke: { type: 'boolean' } } })

await using daemon = await startTestDaemon({ clock: systemClock })
const { access_token: token } = await daemon.owner()

async function tell(content: string): Promise<void> {
  const { status } = await rest(daemon, 'POST /conversation/message', { token, payload: { content } })
  if (status !== 200) throw new Error(`a message was answered with ${status}`)
}

// What is loaded and prepared once is no part of the way.
await tell('My sister Anna lives in Graz.')

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

interface Called {
  readonly file: string
  readonly name: string
  readonly count: number
}

/** The functions that ran since they were last asked for, by where they begin. */
async function takeCalled(): Promise<ReadonlyMap<string, Called>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = new Map<string, Called>()
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)).replaceAll('\\', '/') : ''
    if (!file.startsWith('daemon/')) continue
    for (const { functionName: name, ranges } of functions) {
      const { count = 0, startOffset = 0 } = ranges[0] ?? {}
      if (count > 0) called.set(`${file}:${startOffset}`, { file, name: name || '(unnamed)', count })
    }
  }
  return called
}

const messages = [
  'My brother Paul plays the cello.',
  'My cousin Clara plays the oboe.',
  'My uncle Oscar plays the harp.',
  'My aunt Rosa plays the flute.',
]
const ways: ReadonlyMap<string, Called>[] = []
for (const message of amount(messages.slice(0, 1), messages)) {
  await takeCalled()
  await tell(message)
  ways.push(await takeCalled())
}
session.disconnect()

const [first, ...others] = ways
const way = [...(first ?? [])].flatMap(([place, { file, name, count }]) => {
  const counts = [count, ...others.map((other) => other.get(place)?.count ?? 0)]
  return counts.includes(0) ? [] : [{ file, name, count: Math.min(...counts) }]
})
const files = [...Map.groupBy(way, ({ file }) => file)]
  .map(([file, called]) => ({ file, called }))
  .toSorted((a, b) => (a.file < b.file ? -1 : 1))

if (files.length === 0) throw new Error('the daemon does not run from its sources')

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const calls = (of: typeof files) => sum(of.flatMap(({ called }) => called.map(({ count }) => count)))

if (options.list === true)
  for (const { file, called } of files)
    console.log(`${file}: ${called.map(({ name, count }) => `${name} ${count}`).join(', ')}`)

const parts = Map.groupBy(files, ({ file }) =>
  file
    .split('/')
    .slice(0, file.startsWith('daemon/features/') ? 3 : 2)
    .join('/'),
)
for (const [part, own] of parts)
  console.log(
    `${part}: ${own.length} files, ${sum(own.map(({ called }) => called.length))} functions, ${calls(own)} calls`,
  )
console.log(
  `a message told: ${files.length} files, ${sum(files.map(({ called }) => called.length))} functions, ${calls(files)} calls`,
)
