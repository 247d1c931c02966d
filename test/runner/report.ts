import { relative } from 'node:path'
import { Readable } from 'node:stream'
import type { EventData } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { root } from '../../build/packaging/layout.ts'

/** So many lines of each failure are said again at the end. */
const listedLines = 12

const indented = (text: string) => text.replaceAll(/^/gm, '    ')

/** What one run has shown so far; it prints a line for each test file, and every failure in full. */
export class Report {
  #passed = 0
  #failed = 0
  readonly #tables = { rows: 0, scenarios: 0, cells: 0 }
  readonly #skipped: string[] = []
  readonly #failures: string[] = []
  /** How long each file took, in milliseconds. */
  readonly durations: Record<string, number> = {}

  /** Takes note of an event of the test runner. */
  async event(event: TestEvent): Promise<void> {
    if (event.type === 'test:complete') this.#complete(event.data)
    else if (event.type === 'test:stdout') this.#output(event.data.message)
    else if (event.type === 'test:stderr') process.stderr.write(event.data.message)
    else if (event.type === 'test:coverage')
      for await (const text of Readable.from([event]).compose(spec)) process.stdout.write(String(text))
    else if (event.type === 'test:diagnostic' && (event.data.nesting > 0 || isLateError(event.data)))
      console.log(`ℹ ${event.data.message}`)
  }

  /** Takes note of a check that is one program. */
  check(name: string, ok: boolean, output: string): void {
    if (ok) this.#passed += 1
    else this.#fail(name, output)
    console.log(`${ok ? '✔' : '✖'} ${name}`)
  }

  /** Takes note of a file whose tests have not ended, and why. */
  lost(file: string, why: string): void {
    this.#fail(file, why)
  }

  /** Prints the end: `N passed, N failed` is the last line. The answer is whether everything has passed. */
  end(): boolean {
    const { rows, scenarios, cells } = this.#tables
    if (this.#failures.length > 0)
      console.log(`\nFailed:\n${this.#failures.map((one) => `  ✖ ${one}`).join('\n')}`)
    if (rows > 0) console.log(`\nTables of the interface: ${rows} rows, ${scenarios} scenarios`)
    if (cells > 0) console.log(`Access matrix: ${cells} cells`)
    for (const name of this.#skipped) console.log(`Skipped: ${name}`)
    console.log(`${this.#passed} passed, ${this.#failed} failed`)
    return this.#failed === 0 && this.#passed > 0
  }

  #complete({ name, nesting, file = '', skip, details }: EventData.TestComplete): void {
    const { passed, error, type, duration_ms } = details
    const where = relative(root, file).replaceAll('\\', '/')
    // Of what holds others only their failures count, and of those only what is not a failure of theirs.
    const holds = nesting === 0 || type === 'suite'
    if (!passed && failureOf(error).type !== 'subtestsFailed')
      this.#fail(nesting === 0 ? name : `${where}: ${name}`, failureOf(error).text)
    else if (skip !== undefined) this.#skipped.push(`${name}: ${String(skip)}`)
    else if (passed && !holds) this.#passed += 1
    if (nesting > 0 || !name.endsWith('.test.ts')) return
    this.durations[name] = duration_ms
    console.log(`${passed ? '✔' : '✖'} ${name} (${(duration_ms / 1_000).toFixed(1)} s)`)
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

  #fail(name: string, why: string): void {
    this.#failed += 1
    this.#failures.push(`${name}\n${indented(why.trim().split('\n').slice(0, listedLines).join('\n'))}`)
    console.log(`✖ ${name}\n${indented(why)}`)
  }
}

/** Whether it tells of an error that came after its test had ended: its process fails for that. */
const isLateError = ({ message }: EventData.TestDiagnostic) => message.startsWith('Error: ')

/** What the test runner says of a failure: its kind, and the error as people read it. */
function failureOf(error: unknown): { type: string; text: string } {
  const { failureType = '', cause } = (error ?? {}) as { failureType?: string; cause?: unknown }
  const shown = cause ?? error
  return { type: failureType, text: typeof shown === 'string' ? shown : inspect(shown) }
}
