import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CliResult } from './cli.ts'
import { cliEnvironment } from './cli.ts'
import { childrenOf, soon } from './processes.ts'
import { cliProgram } from './programs.ts'

const manager = '/usr/lib/systemd/systemd'
const namespaces = ['--mount', '--pid', '--cgroup']

/** Why no service can run the programs of this checkout; false where one can. */
export const outOfSight = /^\/(var\/)?tmp\//.test(cliProgram)
  ? 'services do not see a checkout in /tmp'
  : false

/** Why no systemd of its own can be started for tests; false where it can. */
export const noSystemd = reasonAgainst()

function reasonAgainst(): string | false {
  if (process.platform !== 'linux') return 'systemd is for Linux alone'
  if (!existsSync(manager)) return 'there is no systemd on this machine'
  if (outOfSight) return outOfSight
  if (process.getuid?.() !== 0) return 'only root may make namespaces for a systemd of its own'
  const tried = spawnSync('unshare', [...namespaces, '--fork', '--mount-proc', 'true'])
  return tried.status === 0 ? false : 'this machine lets nobody make namespaces'
}

/** What a manager of the system has made ready before it starts that of a user. */
const script = `
mount -t tmpfs none /run && mkdir -p /run/systemd/system /run/user/0 /run/home && chmod 700 /run/user/0 /run/home
printf '{"http_port":0,"grpc_port":0}' > /run/home/config.json
${manager} --user &
while ! systemctl --user show --property=Version >/dev/null 2>&1; do sleep 0.1; done
cp -a /run/user/0/systemd/inaccessible /run/systemd/
touch /run/ready
wait
`

/**
 * A real systemd of a user, in namespaces of its own: nothing of it is left at the end. The home of its daemon is
 * `/run/home`, where services see it.
 */
export class UserSystemd implements AsyncDisposable {
  /** The folder of its user, with the units. */
  readonly folder = mkdtempSync(join(tmpdir(), 'companion-test-'))
  readonly home = '/run/home'
  readonly #root: ChildProcess
  #pid = 0

  private constructor() {
    mkdirSync(join(this.folder, '.config'))
    const words = [...namespaces, '--fork', '--kill-child', '--mount-proc', '--propagation', 'private']
    this.#root = spawn('unshare', [...words, 'sh', '-c', script], {
      env: { ...process.env, ...this.#environment() },
      stdio: 'ignore',
    })
  }

  static async start(): Promise<UserSystemd> {
    const started = new UserSystemd()
    started.#pid = await soon(() => childrenOf(started.#root.pid ?? 0)[0])
    await soon(() => started.run('test', '-e', '/run/ready').then(({ code }) => code === 0))
    return started
  }

  /** Runs a program where the daemon runs. */
  async run(...words: readonly string[]): Promise<CliResult> {
    const child = spawn('nsenter', ['--target', String(this.#pid), ...namespaces, '--', ...words], {
      env: { ...cliEnvironment(this.home), ...this.#environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, stdout, stderr, json: () => JSON.parse(stdout) }
  }

  /** Runs the command line there. */
  cli(...words: readonly string[]): Promise<CliResult> {
    return this.run(...this.command(...words))
  }

  /** The words that run it. */
  command(...words: readonly string[]): string[] {
    return [process.execPath, '--disable-warning=ExperimentalWarning', cliProgram, ...words]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#root, 'exit')
    this.#root.kill('SIGKILL')
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }

  #environment() {
    return { HOME: this.folder, XDG_CONFIG_HOME: undefined, XDG_RUNTIME_DIR: '/run/user/0' }
  }
}
