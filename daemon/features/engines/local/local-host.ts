import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import { idleTimer } from '../../../kernel/thread.ts'
import { EngineFailed } from '../models/engine-failed.ts'
import {
  type FromModel,
  type Inspected,
  type Load,
  type Task,
  tookTooMuch,
  type ToModel,
} from './local-protocol.ts'

/** How what was to be written has ended. */
export type Ended = 'stop' | 'length'

/** A language model in a process of its own, which starts with the first task and is back after a crash with the next. */
export interface LocalHost {
  /**
   * Writes something, and tells each part of it. Rejects with `EngineFailed`: where the file is no model that can be
   * loaded, where the process ends, and soon after `signal` is aborted.
   */
  readonly write: (task: Task, told: (text: string) => void, signal: AbortSignal) => Promise<Ended>
  /** Begins to load the model, where it is not in memory already; a file that is not there is nothing to load. */
  readonly wake: () => void
  /** The process; null while there is none. */
  readonly pid: () => number | null
  /** Whether the model is in memory, or on its way there. */
  readonly state: () => 'asleep' | 'loading' | 'ready'
  /** Ends the process, and whatever it writes. */
  readonly stop: () => Promise<void>
}

interface LocalHostDependencies extends Omit<Load, 'file'> {
  /** The path of the GGUF file; throws where it is not there. */
  readonly file: () => string
  /** After so many milliseconds without a task the process ends, and gives back its memory. */
  readonly idleMs: number
  readonly log: Log
}

interface Waiter {
  readonly told: (text: string) => void
  readonly resolve: (ended: Ended) => void
  readonly reject: (error: EngineFailed) => void
}

const program = () => fileURLToPath(programModule('daemon/features/engines/local/local-process'))

/** What llama.cpp, the drivers of graphics cards and Node read of the environment, on all systems; nothing in it is secret. */
const passedOn = `
  PATH LD_LIBRARY_PATH HOME USERPROFILE TMPDIR TEMP TMP
  SYSTEMROOT SYSTEMDRIVE WINDIR PROGRAMDATA LOCALAPPDATA
  XDG_CACHE_HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS
  MALLOC_ARENA_MAX NODE_COMPILE_CACHE NODE_LLAMA_CPP_GPU
`
  .trim()
  .split(/\s+/)
const passedOnPrefixes = ['GGML_', 'VK_', 'MESA_']

/** The part of an environment that the process of a model gets: the rest, such as passwords and keys, is none of its business. */
export function modelEnvironment(whole: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Windows writes its names in any case.
  const isPassedOn = (name: string) =>
    passedOn.includes(name) || passedOnPrefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(whole).filter(([name]) => isPassedOn(name.toUpperCase())))
}

const startProcess = () =>
  fork(program(), [], {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: [],
    env: modelEnvironment(process.env),
  })

/** How long it may take to read what a file says of itself, in milliseconds. */
const inspectTimeoutMs = 30_000

/**
 * What a GGUF file says of itself and takes to run with so many tokens of context. Rejects with `EngineFailed`
 * (`not_loaded`) where it is none, or Companion has no llama.cpp for this machine.
 */
export async function inspectModel(file: string, contextTokens: number): Promise<Inspected> {
  const child = startProcess()
  const { promise, resolve, reject } = Promise.withResolvers<Inspected>()
  const fail = (reason: string | number | null) => reject(new EngineFailed('not_loaded', reason))
  const timer = setTimeout(fail, inspectTimeoutMs, null)
  child.once('message', (message: FromModel) => {
    if (message.kind === 'inspected') resolve(message)
    else fail(null)
  })
  child.once('error', () => fail(null))
  child.once('exit', (code) => fail(code))
  send(child, { kind: 'inspect', file, contextTokens })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

interface RunningProcess {
  readonly child: ChildProcess
  readonly state: () => ReturnType<LocalHost['state']>
  readonly loaded: Promise<void>
  readonly gone: Promise<void>
}

interface Listening {
  readonly heard: (child: ChildProcess, message: FromModel) => void
  readonly lost: (child: ChildProcess, failed: EngineFailed) => void
}

/** Starts the process of a model and has it load its file. */
function startModel(load: Load, log: Log, { heard, lost }: Listening): RunningProcess {
  const child = startProcess()
  const loaded = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  let state: ReturnType<LocalHost['state']> = 'loading'
  // Whoever waits for it hears of it; nobody may.
  loaded.promise.catch(() => {})
  const end = (failed: EngineFailed) => {
    loaded.reject(failed)
    lost(child, failed)
    gone.resolve()
  }
  child.on('message', (message: FromModel) => {
    if (message.kind === 'loaded') {
      state = 'ready'
      loaded.resolve()
    } else if (message.kind === 'not loaded') {
      log.warn({ reason: message.reason }, 'the local model could not be loaded')
      state = 'asleep'
      loaded.reject(new EngineFailed('not_loaded'))
    } else heard(child, message)
  })
  child.once('error', () => end(new EngineFailed('broken_off')))
  child.once('exit', (code) => {
    end(new EngineFailed(code === tookTooMuch ? 'out_of_memory' : 'broken_off'))
  })
  send(child, { kind: 'load', ...load })
  return { child, state: () => state, loaded: loaded.promise, gone: gone.promise }
}

/** What waits for the process of a model, by its number; `ended` is called where one has ended. */
function openTasks(log: Log, ended: () => void) {
  const waiting = new Map<number, Waiter>()

  const failAll = (error: EngineFailed) => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const { reject } of all) reject(error)
  }

  const heard = (message: FromModel) => {
    if (!('id' in message)) return
    const task = waiting.get(message.id)
    if (message.kind === 'text') return task?.told(message.text)
    waiting.delete(message.id)
    ended()
    if (message.kind === 'failed') {
      log.warn({ reason: message.reason }, 'the local model could not write')
      return task?.reject(new EngineFailed('broken_off'))
    }
    if (message.reason === 'stopped') task?.reject(new EngineFailed('cancelled'))
    else task?.resolve(message.reason)
  }

  return { waiting, failAll, heard }
}

/** Opens a model's process. */
export function openLocalHost({ file, idleMs, log, ...load }: LocalHostDependencies): LocalHost {
  const { waiting, failAll, heard } = openTasks(log, () => endLater())
  let running: RunningProcess | null = null
  let next = 0

  const end = async () => {
    const { child, gone } = running ?? {}
    running = null
    child?.ref()
    child?.kill('SIGKILL')
    await gone
  }
  const endLater = idleTimer(idleMs, () => {
    if (waiting.size === 0) void end()
    else endLater()
  })

  /** A process that has nothing to write keeps the daemon from nothing. */
  const hold = ({ child }: RunningProcess) => {
    const isBusy = waiting.size > 0
    for (const one of [child, child.channel])
      if (isBusy) one?.ref()
      else one?.unref()
  }

  const lost = (child: ChildProcess, failed: EngineFailed) => {
    if (running?.child !== child) return
    running = null
    log.warn({ failure: failed.kind }, 'the process of the local model has ended')
    failAll(failed)
  }
  const start = (): RunningProcess =>
    startModel({ ...load, file: file() }, log, {
      heard: (child, message) => {
        if (running?.child === child) heard(message)
      },
      lost,
    })

  return {
    write: async (task, told, signal) => {
      if (signal.aborted) throw new EngineFailed('cancelled')
      running ??= start()
      endLater()
      const own = running
      const { child, loaded } = own
      const id = (next += 1)
      const { promise, resolve, reject } = Promise.withResolvers<Ended>()
      waiting.set(id, { told, resolve, reject })
      hold(own)
      const cancel = () => {
        if (!waiting.delete(id)) return
        send(child, { kind: 'stop', id })
        endLater()
        reject(new EngineFailed('cancelled'))
      }
      signal.addEventListener('abort', cancel, { once: true })
      loaded.then(
        () => waiting.has(id) && send(child, { kind: 'write', id, ...task }),
        (error: EngineFailed) => waiting.delete(id) && reject(error),
      )
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', cancel)
        hold(own)
      }
    },
    pid: () => running?.child.pid ?? null,
    wake: () => {
      if (running) return
      try {
        running = start()
      } catch (error) {
        log.warn({ err: error }, 'the local model is not there to be loaded')
        return
      }
      hold(running)
      endLater()
      running.loaded.then(endLater, () => {})
    },
    state: () => running?.state() ?? 'asleep',
    stop: async () => {
      failAll(new EngineFailed('cancelled'))
      await end()
    },
  }
}

/** Sends a message to a process, which may have ended. */
function send(child: ChildProcess, message: ToModel): void {
  if (child.connected) child.send(message, () => {})
}
