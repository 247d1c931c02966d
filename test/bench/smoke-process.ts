import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'

/** A process in which smoke runs of benchmarks go on one after another. */
export class SmokeProcess {
  #child: ChildProcess | undefined
  /** What its programs have complained of. */
  #complaints = ''

  /** Runs a benchmark, by its path; answers what is wrong, null where nothing is. Ended by `signal`, the next one is run in a new process. */
  async run(file: string, signal: AbortSignal): Promise<string | null> {
    const child = (this.#child ??= this.#start())
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill)
    const told = Promise.withResolvers<string | null>()
    const ended = () => told.resolve('it ended its process')
    child.once('message', told.resolve).once('exit', ended)
    this.#complaints = ''
    child.send(file)
    const problem = await told.promise
    child.off('message', told.resolve).off('exit', ended)
    signal.removeEventListener('abort', kill)
    return problem === null ? null : `${problem}\n${this.#complaints}`
  }

  /** Waits until it ends by itself, once nothing is to be run any more; answers its code and what it complained of. */
  async end(): Promise<{ code: number | null; complaints: string }> {
    const child = this.#child
    if (!child) return { code: 0, complaints: '' }
    const gone = once(child, 'exit')
    child.disconnect()
    const [code] = await gone
    return { code, complaints: this.#complaints }
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'smoke-runs.ts'), ['--smoke'], {
      cwd: root,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#complaints += text))
    child.once('exit', () => {
      this.#child = undefined
      // What it has started may go on for a while, and holds the other end.
      setImmediate(() => child.stderr?.destroy())
    })
    return child
  }
}
