import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'
import { cache } from './files.ts'
import type { Report } from './report.ts'

const program = (packageName: string, script: string) => join(root, 'node_modules', packageName, script)
/**
 * What the compiler knows of the last time; with it a check takes a tenth. Its threads would each work out the same types:
 * beside the tests, which use every core, one thread costs less than half.
 */
const incremental = (name: string) => [
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, `${name}.tsbuildinfo`),
]
const types = program('typescript', 'bin/tsc')

const lint = [program('oxlint', 'bin/oxlint'), '--deny-warnings']

const checks = {
  types: [types, '-p', '.', ...incremental('types')],
  'types of the web UI': [types, '-p', 'daemon/ui', ...incremental('types-ui')],
  lint: [...lint, '--type-aware'],
  format: [program('oxfmt', 'bin/oxfmt'), '--check'],
  'dead code': [program('knip', 'bin/knip.js')],
}

/**
 * Runs one check after the other; each counts as one, and prints nothing where it passes. Quick ones leave out the rules
 * that need types, which take 20 s.
 */
export async function runChecks(report: Report, quick: boolean): Promise<void> {
  for (const [name, command] of Object.entries(quick ? { ...checks, lint } : checks)) {
    const { ok, output } = await runCheck(command)
    report.check(name, ok, output)
  }
}

function runCheck(command: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}` }),
    )
  })
}
