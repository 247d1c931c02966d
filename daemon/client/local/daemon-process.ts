import { type ChildProcess, spawn } from 'node:child_process'
import type { DaemonFile } from '../../kernel/daemon-file.ts'
import { useHomeKey } from '../../kernel/encryption/home-key.ts'
import { locateHome } from '../../kernel/home.ts'
import { type FromDaemon, homeInUse, isFromDaemon, portInUse, type ToDaemon } from '../../kernel/parent.ts'
import { leanEnvironment, leanOptions } from './daemon-program.ts'

export interface DaemonCommand {
  readonly runtime: string
  /** The arguments for Node: the daemon's script last. */
  readonly script: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

/** How long a daemon may take to be ready, in milliseconds: it may have a large database to bring up to date. */
const startTimeoutMs = 120_000
/** How long it may take to stop before it is ended as it is. */
const stopTimeoutMs = 6_000

/**
 * A daemon that this process has started. It hears of the end of this process by the channel between them, and then stops
 * by itself: however the app ends, no daemon stays behind.
 */
export class DaemonProcess {
  readonly #child: ChildProcess
  readonly #home: string
  readonly #tail = new Tail()
  /** Resolves once the process is gone. */
  readonly ended: Promise<void>

  constructor({ runtime, script, environment }: DaemonCommand) {
    this.#home = locateHome(environment).path
    this.#child = spawn(runtime, [...leanOptions, ...script], {
      env: { ...environment, ...leanEnvironment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => this.#tail.add(piece))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('close', () => resolve())
    this.#child.once('error', (error) => {
      this.#tail.add(`${error.message}\n`)
      if (this.#child.pid === undefined) resolve()
    })
    this.ended = promise
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Why it has ended by itself, where something of another program was in its way. */
  get hindrance(): 'home_in_use' | 'port_in_use' | null {
    if (this.#child.exitCode === homeInUse) return 'home_in_use'
    return this.#child.exitCode === portInUse ? 'port_in_use' : null
  }

  tail(): string[] {
    return this.#tail.lines()
  }

  /** Called each time the daemon is ready, at first and after each of its restarts. */
  onReady(call: (file: DaemonFile) => void): void {
    this.#on('ready', ({ file }) => call(file))
  }

  /** Called each time that it asks for the key of its home, again where it was given another one, with where a page asks for it. */
  onLocked(call: (file: DaemonFile) => void): void {
    this.#on('locked', ({ file }) => call(file))
  }

  /** Called with the key, in hexadecimal, that somebody has unlocked its home with; this process reads its secrets by then. */
  onUnlocked(call: (key: string) => void): void {
    this.#on('unlocked', ({ key }) => {
      this.#readSecrets(key)
      call(key)
    })
  }

  #readSecrets(key: string): void {
    useHomeKey(this.#home, Buffer.from(key, 'hex'))
  }

  #on<Type extends FromDaemon['type']>(
    type: Type,
    call: (message: Extract<FromDaemon, { type: Type }>) => void,
  ): void {
    this.#child.on('message', (message: unknown) => {
      if (isFromDaemon(message) && message.type === type) call(message as Extract<FromDaemon, { type: Type }>)
    })
  }

  /** Gives it the key of its home, in hexadecimal, by which this process reads its secrets from now on, too. */
  unlock(key: string): void {
    this.#readSecrets(key)
    const message: ToDaemon = { type: 'key', key }
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Resolves once it is ready; false where it ended before, or was not ready in 2 minutes that it did not wait for a key. */
  async ready(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), startTimeoutMs)
    this.onLocked(() => clearTimeout(timer))
    this.onReady(() => resolve(true))
    void this.ended.then(() => resolve(false))
    const ready = await promise
    clearTimeout(timer)
    return ready
  }

  /** Stops it cleanly where it hears that, and for good after 6 s. */
  async stop(): Promise<void> {
    const message: ToDaemon = { type: 'stop' }
    if (this.#child.connected) this.#child.send(message, () => {})
    const timer = setTimeout(() => this.kill(), stopTimeoutMs)
    await this.ended
    clearTimeout(timer)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** The last lines of a text that comes in pieces. */
export class Tail {
  readonly #maxLines: number
  #lines: string[] = []
  #open = ''

  /** Keeps `maxLines` lines. */
  constructor(maxLines = 40) {
    this.#maxLines = maxLines
  }

  add(piece: string): void {
    const lines = `${this.#open}${piece}`.split(/\r?\n/)
    this.#open = lines.pop()?.slice(-10_000) ?? ''
    this.#lines = [...this.#lines, ...lines].slice(-this.#maxLines)
  }

  /** Oldest first, without empty ones; what has no end of line yet is the last. */
  lines(): string[] {
    return [...this.#lines, this.#open].filter((line) => line.trim() !== '').slice(-this.#maxLines)
  }
}
