import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { cliEnvironment } from './cli.ts'
import { cliProgram } from './programs.ts'

/** Keys as terminals send them. */
export const keys = {
  enter: '\r',
  escape: '\u001B',
  up: '\u001B[A',
  interrupt: '\u0003',
  end: '\u0004',
} as const

/** A text as a terminal sends it that was told to say where a paste begins and ends. */
export const pasted = (text: string): string => `\u001B[200~${text.replaceAll('\n', '\r')}\u001B[201~`

interface TerminalOptions {
  readonly columns?: number
  /** A command that runs the program, which is its arguments. */
  readonly through?: readonly string[]
  /** Further environment variables. */
  readonly environment?: Record<string, string>
}

/** Whether there is `script` as Linux has it, which gives a program a terminal of its own. */
export const hasTerminals = process.platform === 'linux'

/** The real program in a terminal of its own. */
export class TerminalCli implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #closed: Promise<unknown>
  /** Whether it has ended, and all that it has written was read. */
  #isClosed = false
  #output = ''
  /** How much of the output was waited for already. */
  #seen = 0
  #wake: () => void = () => {}

  constructor(
    home: string,
    args: readonly string[],
    { columns = 80, through = [], environment = {} }: TerminalOptions = {},
  ) {
    const command = [
      ...through,
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      cliProgram,
      ...args,
    ]
    const line = `stty cols ${columns} rows 24; exec ${command.map((word) => `'${word}'`).join(' ')}`
    this.#child = spawn('script', ['-qfec', line, '/dev/null'], {
      env: { ...cliEnvironment(home), TERM: 'xterm-256color', SHELL: '/bin/sh', ...environment },
    })
    this.#closed = once(this.#child, 'close').finally(() => {
      this.#isClosed = true
      this.#wake()
    })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
      this.#wake()
    })
  }

  /** All that was written to the terminal so far, as it was written. */
  get raw(): string {
    return this.#output
  }

  type(text: string): void {
    this.#child.stdin.write(text)
  }

  /**
   * Waits for 60 s until what was written since the last time, without what steers the terminal, has a part that fits;
   * answers all of it up to there.
   */
  async shows(fits: RegExp): Promise<string> {
    const limit = AbortSignal.timeout(60_000)
    limit.addEventListener('abort', () => this.#wake())
    for (;;) {
      const text = stripVTControlCharacters(this.#output.slice(this.#seen)).replaceAll('\r', '')
      const match = fits.exec(text)
      if (match) {
        this.#seen = this.#output.length
        return text
      }
      if (limit.aborted || this.#isClosed) throw new Error(`nothing fits ${String(fits)} in: ${text}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** The exit code of the program, once it has ended. */
  async exit(): Promise<number | null> {
    await this.#closed
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGTERM')
    await this.#closed
  }
}
