// Counts the way of one message: the files and functions of the daemon that it runs through, and their calls, from its
// arrival over REST until its reply has left. The daemon runs from its sources, so that every function has its name.
//   --list     every file with its functions and how often each was called
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../../build/packaging/layout.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'

const { values: options } = parseArgs({ options: { list: { type: 'boolean' }, smoke: { type: 'boolean' } } })

await using daemon = await startTestDaemon()
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
await session.post('Profiler.takePreciseCoverage')
await tell('My brother Paul plays the cello.')
const { result } = await session.post('Profiler.takePreciseCoverage')
session.disconnect()

const files = result
  .filter(({ url }) => url.startsWith('file:'))
  .map(({ url, functions }) => ({
    file: relative(root, fileURLToPath(url)).replaceAll('\\', '/'),
    called: functions
      .map(({ functionName, ranges }) => ({
        name: functionName || '(unnamed)',
        count: ranges[0]?.count ?? 0,
      }))
      .filter(({ count }) => count > 0),
  }))
  .filter(({ file, called }) => file.startsWith('daemon/') && called.length > 0)
  .toSorted((a, b) => (a.file < b.file ? -1 : 1))

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
process.exit()
