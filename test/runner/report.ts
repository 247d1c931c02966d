import { Readable } from 'node:stream'
import { relative } from 'node:path'
import type { EventData } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { root } from '../../build/packaging/layout.ts'

/** So many lines of each failure are said again at the end. */
const listedLines = 12

const indented = (text: string) => text.replaceAll(/^/gm, '    ')

/** What came of one test file, or of one check. */
interface Result {
  passed: number
  readonly skipped: string[]
  readonly failures: string[]
}

const emptyResult = (): Result => ({ passed: 0, skipped: [], failures: [] })

/** What one run has shown so far; it prints a line for each test file, and every failure in full. */
export class Report {
  readonly #tables = { rows: 0, scenarios: 0, cells: 0 }
  readonly #results = new Map<string, Result>()
  /** What failed in files that are run once more, the first time. */
  readonly #firstFailures = new Map<string, readonly string[]>()
  /** How long each file took, in milliseconds. */
  readonly durations: Record<string, number> = {}

  /** Takes note of what the processes of one stream of the test runner do, which run their files one after the other. */
  stream(): (event: TestEvent) => Promise<void> {
    let current = emptyResult()
    return async (event) => {
      if (event.type === 'test:complete') current = this.#complete(event.data, current)
      else if (event.type === 'test:stdout') this.#output(event.data.message)
      else if (event.type === 'test:stderr') process.stderr.write(event.data.message)
      else if (event.type === 'test:coverage')
        for await (const text of Readable.from([event]).compose(spec)) process.stdout.write(String(text))
      else if (event.type === 'test:diagnostic' && (event.data.nesting > 0 || isLateError(event.data)))
        console.log(`ℹ ${event.data.message}`)
    }
  }

  /** Takes note of a check that is one program. */
  check(name: string, ok: boolean, output: string): void {
    const result = emptyResult()
    if (ok) result.passed += 1
    else fail(result, name, output)
    this.#results.set(name, result)
    console.log(`${ok ? '✔' : '✖'} ${name}`)
  }

  /** Takes note of a file whose tests have not ended, and why. */
  lost(file: string, why: string): void {
    const result = emptyResult()
    fail(result, file, why)
    this.#results.set(file, result)
  }

  /** The test files in which anything has failed. */
  failedFiles(): string[] {
    return [...this.#results].flatMap(([name, { failures }]) =>
      failures.length > 0 && isTestFile(name) ? [name] : [],
    )
  }

  /** Forgets how a file did, as it is run once more, alone; the end says whether it then passed. */
  again(file: string): void {
    this.#firstFailures.set(file, this.#results.get(file)?.failures ?? [])
    this.#results.delete(file)
    console.log(`↻ ${file}`)
  }

  /** Prints the end: `N passed, N failed` is the last line. The answer is whether everything has passed. */
  end(): boolean {
    const results = [...this.#results.values()]
    const failures = results.flatMap((result) => result.failures)
    const passed = results.reduce((sum, result) => sum + result.passed, 0)
    const { rows, scenarios, cells } = this.#tables
    if (failures.length > 0) console.log(`\nFailed:\n${listed(failures)}`)
    if (rows > 0) console.log(`\nTables of the interface: ${rows} rows, ${scenarios} scenarios`)
    if (cells > 0) console.log(`Access matrix: ${cells} cells`)
    for (const name of results.flatMap(({ skipped }) => skipped)) console.log(`Skipped: ${name}`)
    const flaky = [...this.#firstFailures].filter(([file]) => this.#results.get(file)?.failures.length === 0)
    if (flaky.length > 0)
      console.log(`\nflaky (failed, then passed alone):\n${listed(flaky.map(([, first]) => first[0] ?? ''))}`)
    console.log(`${passed} passed, ${failures.length} failed`)
    return failures.length === 0 && passed > 0
  }

  /** The result that the next event of the stream belongs to. */
  #complete({ name, nesting, file = '', skip, details }: EventData.TestComplete, current: Result): Result {
    const { passed, error, type, duration_ms } = details
    const where = relative(root, file).replaceAll('\\', '/')
    // Of what holds others only their failures count, and of those only what is not a failure of theirs.
    const holds = nesting === 0 || type === 'suite'
    if (!passed && failureOf(error).type !== 'subtestsFailed')
      fail(current, nesting === 0 ? name : `${where}: ${name}`, failureOf(error).text)
    else if (skip !== undefined) current.skipped.push(`${name}: ${String(skip)}`)
    else if (passed && !holds) current.passed += 1
    if (nesting > 0) return current
    // What is not a file is the process that runs them.
    this.#results.set(isTestFile(name) ? name : `${name} ${this.#results.size}`, current)
    if (isTestFile(name)) {
      this.durations[name] = duration_ms
      console.log(`${passed ? '✔' : '✖'} ${name} (${(duration_ms / 1_000).toFixed(1)} s)`)
    }
    return emptyResult()
  }

  #output(message: string): void {
    const others = message.replaceAll(
      /^(?:rows (\d+) scenarios (\d+)|cells (\d+))\n/gm,
      (_, rows = 0, scenarios = 0, cells = 0) => {
        this.#tables.rows += Number(rows)
        this.#tables.scenarios += Number(scenarios)
        this.#tables.cells += Number(cells)
        return ''
      },
    )
    process.stdout.write(others)
  }
}

const isTestFile = (name: string) => name.endsWith('.test.ts')

function fail(result: Result, name: string, why: string): void {
  result.failures.push(`${name}\n${indented(why.trim().split('\n').slice(0, listedLines).join('\n'))}`)
  console.log(`✖ ${name}\n${indented(why)}`)
}

const listed = (failures: readonly string[]) => failures.map((one) => `  ✖ ${one}`).join('\n')

/** Whether it tells of an error that came after its test had ended: its process fails for that. */
const isLateError = ({ message }: EventData.TestDiagnostic) => message.startsWith('Error: ')

/** What the test runner says of a failure: its kind, and the error as people read it, with how a process has ended. */
function failureOf(error: unknown): { type: string; text: string } {
  const failure = (error ?? {}) as {
    failureType?: string
    cause?: unknown
    exitCode?: number | null
    signal?: string | null
  }
  const shown = failure.cause ?? error
  const text = typeof shown === 'string' ? shown : inspect(shown)
  const ended = failure.signal ?? failure.exitCode
  return {
    type: failure.failureType ?? '',
    text: ended === undefined || ended === null ? text : `${text}: its process ended with ${ended}`,
  }
}
