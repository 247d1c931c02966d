import { endProcess } from '../../daemon/client/local/end-process.ts'
import { answers } from '../../daemon/client/local/connection.ts'
import {
  type DaemonFile,
  isRunning,
  type LocalDaemon,
  localHome,
  lockedDaemon,
} from '../../daemon/client/local/daemon.ts'
import { type DaemonCommand, DaemonProcess } from '../../daemon/client/local/daemon-process.ts'
import type { Clock } from '../clock.ts'
import { type OtherDaemon, findRunning } from './adoption.ts'
import { Crashes } from './crashes.ts'
import type { Vault } from '../keychain.ts'
import type { DaemonState } from './state.ts'

export interface SupervisorOptions {
  readonly command: DaemonCommand
  /** The version of the app, which its own daemon has too. */
  readonly version: string
  readonly clock: Clock
  /** From 0 to 1, spreads the delays after crashes. */
  readonly chance?: () => number
  /** Keeps the key of an encrypted home; null where there is none. */
  readonly homeKey: Pick<Vault<string>, 'load' | 'save'>
  readonly onState: (state: DaemonState) => void
}

/** How often the daemon is asked for a sign of life, in milliseconds, and after how many silences it is given up. */
const heartbeatMs = 15_000
const maxSilences = 3
/** Has a daemon listen where no other program does. */
const freePorts = { COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' }
/** How often, and for how long, another daemon that has the home may take to be ready, in milliseconds. */
const holdDelay = 1_000
const maxHoldMs = 120_000

type RunningState = Extract<DaemonState, { state: 'running' }>

/** Keeps one daemon alive: adopts one that runs already, else starts its own, and starts it again when it ends. */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #crashes: Crashes
  #state: DaemonState = { state: 'stopped' }
  #own: DaemonProcess | null = null
  /** Since when another one has the home and does not answer. */
  #heldSince: number | null = null
  #cancel = () => {}
  /** Numbers each attempt: a result with another number is outdated. */
  #turn = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#crashes = new Crashes(options.chance)
  }

  get state(): DaemonState {
    return this.#state
  }

  /** Finds or starts a daemon; resolves once it runs, or something is in the way. */
  async start(): Promise<void> {
    if (['stopped', 'failed', 'waiting'].includes(this.#state.state)) await this.#beginAnew()
  }

  /** Stops the own daemon cleanly. Another one is left as it is. */
  async stop(): Promise<void> {
    this.#nextTurn()
    const own = this.#own
    if (own) {
      this.#become({ state: 'stopping' })
      await this.#stopOwn(own)
    }
    this.#become({ state: 'stopped' })
  }

  /** Stops the daemon, whoever started it, and starts a new one, unless a stop is in progress. */
  async restart(): Promise<void> {
    const before = this.#state
    if (before.state === 'stopping') return
    const turn = this.#nextTurn()
    const own = this.#own
    this.#become({ state: 'stopping' })
    if (own) await this.#stopOwn(own)
    else if (before.state === 'running') await endProcess(before.file.pid, this.#options.clock)
    if (turn === this.#turn) await this.#beginAnew()
  }

  /** The machine goes to sleep: silence means nothing from now on. */
  suspended(): void {
    // That of a look that is under way means nothing either.
    if (this.#state.state === 'running') this.#nextTurn()
    else this.#cancel()
  }

  /** The machine is awake again: looks at once how the daemon is, and waits no longer for the next start. */
  resumed(): void {
    if (this.#state.state === 'running') void this.#look(this.#nextTurn(), this.#state, 0)
    else if (this.#state.state === 'waiting' || (this.#state.state === 'locked' && !this.#own))
      void this.#begin()
  }

  #stopOwn(own: DaemonProcess): Promise<void> {
    this.#own = null
    return own.stop()
  }

  async #beginAnew(): Promise<void> {
    this.#crashes.forget()
    this.#heldSince = null
    await this.#begin()
  }

  async #begin(): Promise<void> {
    const turn = this.#nextTurn()
    if (this.#state.state !== 'locked') this.#become({ state: 'starting' })
    const other = await this.#find()
    if (turn !== this.#turn) return
    if (other.is === 'newer') this.#become({ state: 'failed', reason: 'newer', tail: [] })
    else if (other.is === 'same') this.#runs(turn, other.daemon, false)
    else {
      if (other.is === 'older') await endProcess(other.daemon.file.pid, this.#options.clock)
      if (turn !== this.#turn || this.#waitsElsewhere()) return
      if (this.#state.state === 'locked') this.#become({ state: 'starting' })
      await this.#launch()
    }
  }

  /** Whether the daemon of somebody else waits to be unlocked, or opens the home since it was; that is looked at until it runs. */
  #waitsElsewhere(): boolean {
    const { command, clock } = this.#options
    const waiting = lockedDaemon(localHome(command.environment))
    if (waiting) this.#heldSince = null
    if (!waiting && !this.#opensElsewhere()) return false
    if (waiting && this.#state.state !== 'locked') this.#become({ state: 'locked', file: waiting.file })
    this.#cancel = clock.after(holdDelay, () => void this.#begin())
    return true
  }

  /** Whether the daemon that was locked has the home still, and has had the time to be ready. */
  #opensElsewhere(): boolean {
    if (this.#state.state !== 'locked' || !isRunning(this.#state.file.pid)) return false
    const now = this.#options.clock.now()
    this.#heldSince ??= now
    return now - this.#heldSince < maxHoldMs
  }

  #find(): Promise<OtherDaemon> {
    const { command, version } = this.#options
    return findRunning(command.environment, version)
  }

  #runs(turn: number, { file }: Pick<LocalDaemon, 'file'>, own: boolean): void {
    const running = { state: 'running', file, own } as const
    this.#heldSince = null
    this.#become(running)
    this.#listen(turn, running, 0)
  }

  async #launch(ports: Partial<typeof freePorts> = {}): Promise<void> {
    const { command, clock } = this.#options
    const own = new DaemonProcess({ ...command, environment: { ...command.environment, ...ports } })
    let readySince: number | null = null
    this.#own = own
    void own.ended.then(() => {
      const ran = readySince === null ? 0 : clock.monotonic() - readySince
      return this.#gone(own, ran, ports)
    })
    own.onReady((file) => {
      readySince ??= clock.monotonic()
      if (this.#own === own) this.#runs(this.#nextTurn(), { file }, true)
    })
    const ready = async () => {
      if (!(await own.ready())) own.kill()
    }
    await Promise.race([ready(), this.#untilLocked(own)])
  }

  /**
   * Gives a daemon the key that the keychain has, and keeps the one that somebody else has unlocked it with. Resolves where
   * somebody else has to.
   */
  #untilLocked(own: DaemonProcess): Promise<void> {
    const { homeKey } = this.#options
    const { promise, resolve } = Promise.withResolvers<void>()
    let tried = false
    const unlock = async (file: DaemonFile) => {
      const key = tried ? null : await homeKey.load()
      tried = true
      if (this.#own !== own) return
      if (key === null) {
        this.#become({ state: 'locked', file })
        return resolve()
      }
      own.unlock(key)
    }
    own.onLocked((file) => void unlock(file))
    own.onUnlocked((key) => void homeKey.save(key))
    return promise
  }

  async #gone(own: DaemonProcess, ran: number, ports: Partial<typeof freePorts>): Promise<void> {
    if (this.#own !== own) return
    this.#own = null
    const turn = this.#nextTurn()
    // Somebody else may have been faster: theirs is as good.
    const other = await this.#find()
    if (turn !== this.#turn) return
    if (other.is === 'same') return this.#runs(turn, other.daemon, false)
    const now = this.#options.clock.now()
    if (own.hindrance === 'home_in_use') {
      this.#heldSince ??= now
      if (now - this.#heldSince < maxHoldMs) return this.#wait(holdDelay)
      return this.#become({ state: 'failed', reason: 'held', tail: own.tail() })
    }
    if (own.hindrance === 'port_in_use' && ports !== freePorts) {
      this.#become({ state: 'starting' })
      return this.#launch(freePorts)
    }
    const delay = this.#crashes.count(now, ran)
    if (delay === null) this.#become({ state: 'failed', reason: 'crashes', tail: own.tail() })
    else this.#wait(delay)
  }

  #wait(delay: number): void {
    this.#become({ state: 'waiting', delay })
    this.#cancel = this.#options.clock.after(delay, () => void this.#begin())
  }

  #listen(turn: number, running: RunningState, silences: number): void {
    this.#cancel = this.#options.clock.after(heartbeatMs, () => void this.#look(turn, running, silences))
  }

  async #look(turn: number, running: RunningState, silences: number): Promise<void> {
    const alive = await this.#isAlive(running)
    if (turn !== this.#turn) return
    if (alive) this.#listen(turn, running, 0)
    else if (!running.own) await this.#begin()
    else if (silences + 1 < maxSilences) this.#listen(turn, running, silences + 1)
    else this.#own?.kill()
  }

  /** An adopted daemon is also checked by its pid: another program may respond at its address by now. */
  async #isAlive(running: RunningState): Promise<boolean> {
    const { file, own } = running
    if (own) return answers({ home: localHome(this.#options.command.environment), file })
    const other = await this.#find()
    return other.is !== 'none' && other.daemon.file.pid === file.pid
  }

  /** The number of what begins now; what was waited for before is over. */
  #nextTurn(): number {
    this.#cancel()
    this.#turn += 1
    return this.#turn
  }

  #become(state: DaemonState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
