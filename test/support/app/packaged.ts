import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findElectron } from '../../../build/packaging/electron.ts'
import {
  launcherOf,
  ownTarget,
  resourcesOf,
  root,
  runtimeOf,
  unpackedOf,
} from '../../../build/packaging/layout.ts'
import { fingerprint } from '../../../build/scripts/built.mjs'
import { type DaemonFile, readDaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { temporaryFolder, testEnvironment } from '../daemon.ts'

const run = promisify(execFile)
const target = ownTarget()

/** A package built here and moved to another folder, with its own home. */
export interface Packaged extends AsyncDisposable {
  /** Where its parts lie. */
  readonly resources: string
  readonly home: string
  /** What `npm run package` printed. */
  readonly output: string
  /** Starts its daemon with its Node, and resolves once that is ready. */
  start(): Promise<PackagedDaemon>
  /** Runs its command line. */
  companion(...args: string[]): Promise<string>
}

export interface PackagedDaemon {
  readonly child: ChildProcess
  readonly file: DaemonFile
  readonly output: string
  /** Ends it as the system would; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Everything that a package is made of, beside the packages of npm. */
const sources = [
  'app',
  'build',
  'daemon',
  'models',
  'proto',
  'LICENSE',
  'electron-builder.yml',
  'package.json',
  'dist/ui/.modules',
]

/**
 * The folder that `npm run package` packs, made anew where anything has changed that it is made of; and what was printed
 * meanwhile. What its sources were is noted in the folder itself, which is emptied each time that one is made.
 */
async function packagedFolder(): Promise<{ unpacked: string; output: string }> {
  const [unpacked, electron] = [unpackedOf(target), findElectron(target) !== null]
  const stamp = join(unpacked, 'sources.json')
  const made = fingerprint(sources)
  if (existsSync(stamp)) {
    const before = JSON.parse(readFileSync(stamp, 'utf8'))
    if (before.made === made && before.electron === electron) return { unpacked, output: before.said }
  }
  const script = join(root, 'build', 'scripts', 'package.ts')
  const { stdout: output } = await run(process.execPath, [script, '--dir'], { cwd: root, maxBuffer: 2 ** 24 })
  writeFileSync(stamp, JSON.stringify({ made, electron, said: output }))
  return { unpacked, output }
}

/** Makes a package, and puts it where nothing of the project can be found by climbing. */
export async function makePackaged(): Promise<Packaged> {
  const { unpacked, output } = await packagedFolder()
  const [folder, home, elsewhere] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  cpSync(unpacked, folder, { recursive: true, verbatimSymlinks: true })
  const resources = resourcesOf(target, folder)
  // Nothing of the environment of the tests but what every program has.
  const { PATH = '', SystemRoot = '' } = process.env
  // A daily backup would be under way, or one more, where a machine is slow.
  const settings = testEnvironment(home, { COMPANION_BACKUPS_DAILY: 'false' })
  const env = { PATH, SystemRoot, HOME: home, NODE_PATH: '', ...settings }
  const running = new Set<ChildProcess>()

  const start = async (): Promise<PackagedDaemon> => {
    const node = join(resources, runtimeOf(target))
    const child = spawn(node, [join(resources, 'daemon', 'daemon.mjs')], { cwd: elsewhere, env })
    running.add(child)
    const ended = once(child, 'close').then(([code]) => code as number | null)
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const [firstLine] = await Promise.race([
      once(child.stdout.setEncoding('utf8'), 'data'),
      ended.then((code) => {
        throw new Error(`the packaged daemon ended with ${code}: ${complaint}`)
      }),
    ])
    const file = readDaemonFile(locateHome(env))
    if (file === null || file.pid !== child.pid) throw new Error('daemon.json is not of the packaged daemon')
    const stop = () => {
      child.kill()
      return ended
    }
    return { child, file, output: String(firstLine), stop }
  }

  return {
    resources,
    home,
    output,
    start,
    companion: async (...args) => {
      const shell = target.os === 'win'
      const { stdout } = await run(join(resources, launcherOf(target)), args, { cwd: elsewhere, env, shell })
      return stdout
    },
    [Symbol.asyncDispose]: async () => {
      const left = [...running].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      const gone = left.map((child) => once(child, 'close'))
      for (const child of left) child.kill('SIGKILL')
      await Promise.all(gone)
      for (const one of [folder, home, elsewhere]) rmSync(one, { recursive: true, force: true })
    },
  }
}
