// Everything that must hold, in one run: types, lint, format, dead code, tests. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { installChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = (packageName: string, script: string) => join(root, 'node_modules', packageName, script)

/** Checks that are one program each; each counts as one. */
const checks: [string, string[]][] = [
  ['types', [bin('typescript', 'bin/tsc'), '-p', '.']],
  ['types of the web UI', [bin('typescript', 'bin/tsc'), '-p', 'daemon/ui']],
  ['lint', [bin('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings']],
  ['format', [bin('oxfmt', 'bin/oxfmt'), '--check']],
  ['dead code', [bin('knip', 'bin/knip.js')]],
]

let passed = 0
let failed = 0
const scenarios = { rows: 0, scenarios: 0 }
let cells = 0
const skipped: string[] = []

for (const [name, command] of checks) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status === 0) passed += 1
  else failed += 1
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
}

installChromium()
// The many processes of the tests compile the same sources.
process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules', '.cache', 'compile')
const files = globSync(['test/{unit,house,scenarios,upgrade,e2e}/**/*.test.ts'], { cwd: root }).toSorted()
const stream = run({
  files: files.map((file) => join(root, file)),
  // Much of the time is spent waiting.
  concurrency: availableParallelism() + 1,
  timeout: 300_000,
  // Takes a third longer.
  coverage: process.argv.includes('--coverage'),
  coverageIncludeGlobs: ['{app,daemon}/**/*.ts'],
})
// A suite passes or fails with its tests, so only they count.
const counts = (event: { details: { type?: string } }) => event.details.type !== 'suite'
stream.on('test:pass', (event) => {
  if (event.skip !== undefined) skipped.push(`${event.name}: ${String(event.skip)}`)
  else if (counts(event)) passed += 1
})
stream.on('test:fail', (event) => {
  if (counts(event)) failed += 1
})
stream.on('test:stdout', ({ message }) => {
  const found = /^rows (\d+) scenarios (\d+)$/m.exec(message)
  scenarios.rows += Number(found?.[1] ?? 0)
  scenarios.scenarios += Number(found?.[2] ?? 0)
  cells += Number(/^cells (\d+)$/m.exec(message)?.[1] ?? 0)
})

for await (const text of stream.compose(spec)) process.stdout.write(String(text))

console.log(`\nTables of the interface: ${scenarios.rows} rows, ${scenarios.scenarios} scenarios`)
console.log(`Access matrix: ${cells} cells`)
for (const name of skipped) console.log(`Skipped: ${name}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
