import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Figures, Finding } from '../../kernel/offline/checkup.ts'
import { type Config, loadConfig } from '../../kernel/config.ts'
import { readDaemonFile } from '../../kernel/daemon-file.ts'
import { type Home, locateHome } from '../../kernel/home.ts'
import { isPipe, isPrivate } from '../../kernel/local-socket.ts'
import { version } from '../../kernel/version.ts'
import { assertAnswers, assertAnswersOverTcp } from './connection.ts'
import { findDaemonIfAny, type LocalDaemon, unlockingHint } from './daemon.ts'
import { portOwner } from './port-owner.ts'
import { UntrustedDaemonError } from './proof.ts'

export interface DaemonChecks {
  readonly findings: readonly Finding[]
  /** The daemon, where a process has the home. */
  readonly daemon: LocalDaemon | null
  /** Whether it answers, and may be asked. */
  readonly answers: boolean
}

type FindingFacts = Pick<Finding, 'level' | 'finding' | 'text'> & Partial<Finding>

const finding = (check: string, title: string, outcome: FindingFacts): Finding => ({
  check,
  title,
  figures: {},
  command: null,
  section: null,
  fixable: false,
  ...outcome,
})
const ofDaemon = (outcome: FindingFacts) => finding('daemon', 'Daemon', outcome)
const ofSocket = (outcome: FindingFacts) => finding('socket', 'Local socket', outcome)

const fix = { command: 'companion doctor --fix', fixable: true } as const
const restart = { command: 'companion daemon restart' } as const

/** Looks at the daemon of the home that `environment` names from outside: whether it runs and answers, and is reached. */
export async function checkDaemon(environment: NodeJS.ProcessEnv): Promise<DaemonChecks> {
  const home = locateHome(environment)
  const daemon = findIfReadable(environment)
  if (!daemon) {
    const hint = unlockingHint(home)
    if (hint !== null) return { findings: [locked(hint), ...leftSocket(home)], daemon, answers: false }
    const findings = [absent(home), ...leftSocket(home), ...(await checkPorts(environment))]
    return { findings, daemon, answers: false }
  }
  const open = openSocket(daemon)
  const findings = open ? [open] : await reach(daemon)
  const answers = findings.every(({ level }) => level !== 'problem')
  return { findings: answers ? [...findings, socketOf(daemon)] : findings, daemon, answers }
}

/** The daemon, where there is one, and its file may be read. */
function findIfReadable(environment: NodeJS.ProcessEnv): LocalDaemon | null {
  try {
    return findDaemonIfAny(environment)
  } catch {
    // Why it cannot be read is told of in its place.
    return null
  }
}

/** That one is there, and waits. */
const locked = (hint: string) =>
  ofDaemon({
    level: 'warning',
    finding: 'daemon_locked',
    text: `Companion is locked, and waits for the passphrase of its home. ${hint}`,
    command: 'companion unlock',
  })

function absent(home: Home): Finding {
  try {
    const file = readDaemonFile(home)
    if (!file)
      return ofDaemon({
        level: 'warning',
        finding: 'daemon_stopped',
        text: 'None runs on this home.',
        command: 'companion daemon start',
      })
    const { pid } = file
    const text = `None runs: process ${pid} has ended without cleaning up, and daemon.json still names it.`
    return ofDaemon({ level: 'warning', finding: 'daemon_stale', text, figures: { pid }, ...fix })
  } catch (error) {
    const { message } = error as Error
    const text = `daemon.json cannot be read: ${message}`
    return ofDaemon({
      level: 'problem',
      finding: 'daemon_file_broken',
      text,
      figures: { reason: message },
      ...fix,
    })
  }
}

/** A socket that a daemon has left which is gone. */
function leftSocket({ socket }: Home): Finding[] {
  if (isPipe(socket) || !existsSync(socket)) return []
  const text = 'A daemon that is gone has left its socket.'
  return [ofSocket({ level: 'warning', finding: 'socket_stale', text, ...fix })]
}

/** Whether a daemon answers over its socket and where browsers come to it, and is of this very version. */
async function reach(daemon: LocalDaemon): Promise<Finding[]> {
  const { pid, base_url, version: running } = daemon.file
  const { host } = new URL(base_url)
  for (const assertIt of [assertAnswers, assertAnswersOverTcp]) {
    try {
      // Detached, it shows a certificate that only devices were told to trust; the socket has proved who it is.
      if (assertIt === assertAnswersOverTcp && base_url.startsWith('https:')) continue
      await assertIt(daemon)
    } catch (error) {
      return [await silent(error, daemon.file)]
    }
  }
  const fine = ofDaemon({
    level: 'ok',
    finding: 'daemon_fine',
    text: `Companion ${running} answers at ${host} (process ${pid}).`,
    figures: { pid, host, version: running },
  })
  if (running === version) return [fine]
  const text = `It is of version ${running}, and this program of ${version}.`
  const figures = { running, version }
  return [fine, ofDaemon({ level: 'warning', finding: 'daemon_other_version', text, figures, ...restart })]
}

/** What is told of a process or a port that does not answer as the daemon of the home would. */
async function silent(error: unknown, { pid, base_url, proof_key }: LocalDaemon['file']): Promise<Finding> {
  const { host, port } = new URL(base_url)
  if (!(error instanceof UntrustedDaemonError)) {
    const text = `Process ${pid} has the home, but does not answer at ${host}. It is busy, or another program by now: look at it, and end it.`
    const figures = { pid, host }
    return ofDaemon({ level: 'problem', finding: 'daemon_silent', text, figures, command: lookAt(pid) })
  }
  const owner = await portOwner(Number(port))
  const by = owner ? `${owner.name} (process ${owner.pid})` : 'Another program'
  const text =
    proof_key === null
      ? `It is of an earlier version, and cannot prove at ${host} that it is your companion.`
      : `${by} answers at ${host}, and not your companion. End that, or choose another port.`
  const figures = { host, ...(owner && { program: owner.name, pid: owner.pid }) }
  const command = lookAt(owner?.pid ?? pid)
  return ofDaemon({ level: 'problem', finding: 'daemon_untrusted', text, figures, command })
}

/** What shows which program a process is. */
const lookAt = (pid: number) =>
  process.platform === 'win32' ? `tasklist /FI "PID eq ${pid}"` : `ps -p ${pid}`

/** That others may use the socket of a daemon, so that nothing is sent there; null where they may not. */
function openSocket({ home, file: { socket } }: LocalDaemon): Finding | null {
  if (socket === null || isPipe(socket) || !existsSync(socket)) return null
  // Root looks at the home of another user, too.
  const owner = statSync(home.path).uid
  if ([home.path, dirname(socket), socket].every((path) => isPrivate(path, owner))) return null
  const text = 'Other users of this machine may use it, or the home, so the daemon was not asked.'
  return ofSocket({ level: 'problem', finding: 'socket_open', text, ...fix })
}

/** Whether programs of this machine reach a daemon over a socket. */
function socketOf({ file: { socket } }: LocalDaemon): Finding {
  if (socket !== null && (isPipe(socket) || existsSync(socket)))
    return ofSocket({ level: 'ok', finding: 'socket_fine', text: 'It is there, and for you alone.' })
  const text = 'There is none, so programs of this machine come over TCP.'
  return ofSocket({ level: 'warning', finding: 'socket_none', text, ...restart })
}

const ports = { http_port: 'HTTP', grpc_port: 'gRPC' } as const

/** Whether the ports of the settings are free; nothing where settings would stop the start. */
async function checkPorts(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = settings(environment)
  if (!config) return []
  const host = config.mode === 'coupled' ? '127.0.0.1' : config.host
  const findings: Finding[] = []
  for (const [setting, protocol] of Object.entries(ports) as [keyof typeof ports, string][]) {
    const port = config[setting]
    if (port !== 0 && !(await isFree(host, port))) findings.push(await taken(protocol, port, setting))
  }
  if (findings.length > 0) return findings
  const text =
    config.http_port === 0 && config.grpc_port === 0
      ? 'The daemon takes any that are free.'
      : `${config.http_port} and ${config.grpc_port} are free.`
  const figures = { http_port: config.http_port, grpc_port: config.grpc_port }
  return [finding('ports', 'Ports', { level: 'ok', finding: 'ports_free', text, figures })]
}

function settings(environment: NodeJS.ProcessEnv): Config | null {
  try {
    return loadConfig(locateHome(environment).config, environment).config
  } catch {
    // The check of the settings says why.
    return null
  }
}

async function taken(protocol: string, port: number, setting: keyof typeof ports): Promise<Finding> {
  const owner = await portOwner(port)
  const by = owner ? `${owner.name} (process ${owner.pid})` : 'another program'
  const figures: Figures = { port, setting, ...(owner && { program: owner.name, pid: owner.pid }) }
  const other = port < 65_000 ? port + 10 : port - 10
  return finding('ports', 'Ports', {
    level: 'problem',
    finding: 'port_taken',
    text: `Port ${port} for ${protocol} is in use by ${by}. End that, or choose another port with ${setting} in config.json.`,
    figures,
    command:
      process.platform === 'win32'
        ? `set COMPANION_${setting.toUpperCase()}=${other} && companion daemon start`
        : `COMPANION_${setting.toUpperCase()}=${other} companion daemon start`,
  })
}

/** Whether a port can be listened on; what else may be wrong with the address, a start says. */
function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ host, port }, () => server.close(() => resolve(true)))
  })
}
