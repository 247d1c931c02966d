import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type * as commands from '../../daemon/cli/run.ts'
import { password, type TestDaemon } from './daemon.ts'
import { cliModule, cliProgram } from './programs.ts'

const shipped = (await import(pathToFileURL(cliModule).href)) as typeof commands

export interface CliOptions {
  /** What standard input holds; nothing otherwise. */
  readonly input?: string
  /** Further environment variables. */
  readonly environment?: Record<string, string>
}

export interface SpawnOptions extends CliOptions {
  /** The folder that it is started in; that of the tests otherwise. */
  readonly folder?: string
}

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** What stdout holds, parsed; tests look into it freely. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: () => any
}

/** Starts the real program on a home. */
export function spawnCli(
  home: string,
  args: readonly string[],
  { environment = {}, folder }: SpawnOptions = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cliProgram, ...args], {
    env: { ...cliEnvironment(home), ...environment },
    ...(folder !== undefined && { cwd: folder }),
  })
}

/** What a command that runs in this process takes for the streams of the process. */
const streams = new AsyncLocalStorage<Record<'stdin' | 'stdout' | 'stderr', PassThrough>>()
for (const name of ['stdin', 'stdout', 'stderr'] as const) {
  const own = Object.getOwnPropertyDescriptor(process, name)
  Object.defineProperty(process, name, { ...own, get: () => streams.getStore()?.[name] ?? own?.get?.() })
}

/**
 * Runs one command to its end as the program does, in this process, which takes a tenth of the time. What depends on the
 * process, as on its signals and on where its script lies, is for `cliProcess`.
 */
export async function cli(
  home: string,
  args: readonly string[],
  { input = '', environment = {} }: CliOptions = {},
): Promise<CliResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const outputs = [text(stdout), text(stderr)]
  stdin.end(input)
  const listeners = signalListeners()
  const code = await streams.run({ stdin, stdout, stderr }, () =>
    shipped.run(args, { ...cliEnvironment(home), ...environment }),
  )
  // A program that has ended hears none of them.
  for (const [signal, heard] of signalListeners())
    for (const listener of heard)
      if (!listeners.get(signal)?.includes(listener)) process.off(signal, listener)
  for (const stream of [stdout, stderr]) stream.end()
  const [out = '', complaint = ''] = await Promise.all(outputs)
  return { code, stdout: out, stderr: complaint, json: () => JSON.parse(out) }
}

const signalListeners = () =>
  new Map((['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)]))

/** Runs one command to its end by the program itself. */
export async function cliProcess(
  home: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<CliResult> {
  const child = spawnCli(home, args, options)
  child.stdin.end(options.input ?? '')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** The flags of `setup` for the owner. */
export const ownerFlags = ['--username', 'olga', '--full-name', 'Olga Example', '--relationship', 'parent']
/** Where the program finds the password of whoever signs in. */
export const withPassword = { environment: { COMPANION_PASSWORD: password } }

/** Makes the owner by the program; the answer is their id. */
export async function setUp({ home }: Pick<TestDaemon, 'home'>): Promise<string> {
  const { code, stderr, json } = await cli(home.path, ['setup', '--json', ...ownerFlags], withPassword)
  assert.equal(code, 0, stderr)
  return json().family_member.family_member_uuid
}

/** Puts an interaction to a member by the program; the answer is its id. */
export async function simulate(
  { home }: Pick<TestDaemon, 'home'>,
  user_id: string,
  ...more: string[]
): Promise<string> {
  const args = ['simulate', '--json', '--user-id', user_id, '--prompt', 'Tea?', ...more]
  const { code, stderr, json } = await cli(home.path, args)
  assert.equal(code, 0, stderr)
  return json().interaction.interaction_id
}

/** A command that runs until it is stopped; its lines can be awaited. */
export class RunningCli implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams
  readonly #lines: string[] = []
  readonly #waiting = new Set<() => void>()
  readonly #closed: Promise<unknown>
  /** Whether it has ended, and all that it has written was read. */
  #isClosed = false

  constructor(home: string, args: readonly string[], options: SpawnOptions = {}) {
    this.child = spawnCli(home, args, options)
    this.#closed = once(this.child, 'close')
    for (const stream of [this.child.stdout, this.child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.#lines.push(line)
        this.#wake()
      })
    }
    this.child.once('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  /** Takes the first line that fits out of those written so far; waits for it for 60 s. */
  async line(fits: RegExp): Promise<string> {
    const limit = AbortSignal.timeout(60_000)
    limit.addEventListener('abort', () => this.#wake())
    for (;;) {
      const at = this.#lines.findIndex((line) => fits.test(line))
      const [line] = at === -1 ? [] : this.#lines.splice(at, 1)
      if (line !== undefined) return line
      if (limit.aborted || this.#isClosed) {
        throw new Error(`no line fits ${String(fits)}; there are: ${this.#lines.join(' | ')}`)
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Sends a signal and resolves with the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal)
    await this.#closed
    return this.child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end('SIGKILL')
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}

/** The environment of a program on a home, without what would colour its output. */
export function cliEnvironment(home: string): Record<string, string | undefined> {
  const ours = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('COMPANION_') && name !== 'FORCE_COLOR' && name !== 'NODE_TEST_CONTEXT',
  )
  return { ...Object.fromEntries(ours), TZ: 'UTC', COMPANION_HOME: home }
}
