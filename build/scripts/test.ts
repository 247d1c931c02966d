// Everything that must hold, in one run: types, lint, format, dead code, tests. Ends with `N passed, N failed`.
//   --quick       the units and the house, without what starts browsers and programs, and without the slowest rules of lint
//   --long        only the tests that have a long version, at that length
//   --affected    only the tests that depend on what has changed since HEAD, or since the revision that follows
//   --watch       after each change, the tests of units that depend on it
//   --coverage    with the coverage
//   some paths    only the test files below them
import { existsSync, mkdtempDisposableSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { affectedTests, changedSince, longTests } from '../../test/runner/affected.ts'
import { runChecks } from '../../test/runner/checks.ts'
import { budgetFile, overBudget, readBudget } from '../../test/runner/budget.ts'
import { figures } from '../../test/runner/figures.ts'
import { cache, slowestFirst, recordDurations, startsPrograms, testFiles } from '../../test/runner/files.ts'
import { makePrograms } from '../../test/runner/programs.ts'
import { Report } from '../../test/runner/report.ts'
import { watchTests } from '../../test/runner/watch.ts'
import { runAgain, runFiles } from '../../test/runner/workers.ts'
import { buildPages } from './built.mjs'
import { installPrograms } from './debian.ts'

const flag = { type: 'boolean', default: false } as const
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: flag, long: flag, affected: flag, watch: flag, coverage: flag },
})

const allFiles = () => testFiles('unit', 'house', 'scenarios', 'upgrade', 'e2e')

/** The files that are wanted, and whether the checks of all sources are as well. */
function wanted(): { files: string[]; checks: boolean } {
  const units = testFiles('unit', 'house')
  const all = allFiles()
  if (options.quick) return { files: units.filter((file) => !startsPrograms(file)), checks: true }
  const named = (files: string[]) =>
    files.filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
  if (options.long) return { files: named(longTests(all)), checks: false }
  if (options.affected)
    return { files: affectedTests(changedSince(positionals[0] ?? 'HEAD'), all), checks: false }
  return { files: named(all), checks: positionals.length === 0 }
}

/** What must be free in memory for the homes of the tests, in bytes: four times what they take. */
const roomyBytes = 2 * 2 ** 30

/**
 * Has the homes of the tests be in memory, until this process ends, where Linux has much of it free: most of the time of
 * the tests is spent waiting for a disk.
 */
function useMemory(): void {
  process.env['COMPANION_TEST_DISK'] = tmpdir()
  const place = '/dev/shm'
  if (!existsSync(place)) return
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < roomyBytes) return
  const folder = mkdtempDisposableSync(join(place, 'companion-'))
  process.env['TMPDIR'] = folder.path
  process.once('exit', () => folder.remove())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

async function runTests(): Promise<boolean> {
  const { files, checks } = wanted()
  const report = new Report()
  const checking = checks ? runChecks(report, options.quick) : null
  const others = files.some((file) => !/^test\/(unit|house)\//.test(file))
  if (others) installPrograms()
  // Daemons serve the pages, and one file of the house reads them.
  if (others || files.includes('test/house/web-ui.test.ts')) buildPages()
  // The processes of the tests compile the same sources.
  process.env['NODE_COMPILE_CACHE'] = join(cache, 'compile')
  if (options.long) process.env['COMPANION_TEST_LONG'] = '1'
  // What is covered are the sources.
  if (others && !options.coverage) process.env['COMPANION_TEST_PROGRAMS'] = makePrograms()

  useMemory()
  const run = {
    // Much of the time of the tests is spent waiting.
    workers: availableParallelism() + 1,
    timeoutMs: options.long ? 1_800_000 : 480_000,
    coverage: options.coverage,
  }
  const [usage] = await Promise.all([runFiles(slowestFirst(files), run, report), checking])
  if (!options.long && !options.coverage) {
    const over = overBudget(usage, readBudget(), files.length === allFiles().length)
    report.check(`what tests may use (${budgetFile})`, over.length === 0, over.join('\n'))
  }
  if (!options.coverage) await runAgain(report.failedFiles(), run, report)
  if (!options.long) recordDurations(report.durations)
  writeFileSync(join(cache, 'usage.json'), JSON.stringify(Object.fromEntries(usage)))
  for (const line of figures(usage)) console.log(line)
  return report.end()
}

if (options.watch) await watchTests(import.meta.filename)
else process.exitCode = (await runTests()) ? 0 : 1
