// Everything that must hold, in one run: types, lint, format, dead code, tests. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = join(import.meta.dirname, '..', '..')
const bin = (packageName: string, script: string) => join(root, 'node_modules', packageName, script)

/** Checks that are one program each; each counts as one. */
const checks: [string, string[]][] = [
  ['types', [bin('typescript', 'bin/tsc'), '-p', '.']],
  ['lint', [bin('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings']],
  ['format', [bin('oxfmt', 'bin/oxfmt'), '--check']],
  ['dead code', [bin('knip', 'bin/knip.js')]],
]

let passed = 0
let failed = 0
const scenarios = { rows: 0, scenarios: 0 }
let cells = 0

for (const [name, command] of checks) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status === 0) passed += 1
  else failed += 1
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
}

const files = globSync(['test/{unit,house,scenarios,upgrade,e2e}/*.test.ts'], { cwd: root }).toSorted()
const stream = run({
  files: files.map((file) => join(root, file)),
  concurrency: Math.max(2, availableParallelism()),
  timeout: 300_000,
  coverage: true,
  coverageIncludeGlobs: ['daemon/**/*.ts'],
})
// A suite passes or fails with its tests, so only they count.
const counts = (event: { details: { type?: string } }) => event.details.type !== 'suite'
stream.on('test:pass', (event) => {
  if (counts(event) && event.skip === undefined) passed += 1
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
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
