import { checkDaemon } from '../../client/local/daemon-checks.ts'
import { type LocalDaemon, localHome } from '../../client/local/daemon.ts'
import { isEncrypted } from '../../client/local/encryption.ts'
import { checkHome, countsOf, type Finding, fixHome, type Fixed } from '../../client/local/home-checks.ts'
import { openSessionCaller } from '../caller.ts'
import { Ending } from '../cli-error.ts'
import { explain } from '../explain.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless, padded, widthOf, wrapped } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { say, styled, terminalWidth } from '../output.ts'
import { canUnlock, unlockProgram } from '../unlocking.ts'
import { environmentOf } from './service.ts'

export interface DoctorOptions {
  /** Mend what can be mended without any harm. */
  readonly fix?: boolean
  /** The daemon of the system's service. */
  readonly system?: boolean
}

/** Looks at everything, mends what it may, and says how each thing is. Ends with exit code 1 where there is a problem. */
export async function examine(invocation: Invocation, options: DoctorOptions): Promise<void> {
  const environment = environmentOf(invocation, options)
  const fixed = options.fix ? await fixFiles(environment) : []
  let looked = await look(environment)
  if (
    options.fix &&
    looked.findings.some(({ finding, fixable }) => finding === 'search_differs' && fixable)
  ) {
    fixed.push(await repairSearch(environment))
    looked = await look(environment)
  }
  const findings = looked.findings.map((one) => ({ ...one, command: commandOf(one, options) }))
  const counts = countsOf(findings)
  const { path: home } = localHome(environment)
  const healthy = counts.problems === 0
  const { running } = looked
  say(invocation, { healthy, ...counts, home, running, fixed, findings }, () =>
    [
      `Home: ${home}`,
      ...fixed.map(({ text }) => `Fixed: ${text}`),
      '',
      ...linesOf(findings),
      '',
      summaryOf(counts),
    ].join('\n'),
  )
  if (!healthy) throw new Ending(exitCodes.failed)
}

/** Closes the home to others first, since nothing is sent to a daemon whose socket they may use. */
async function fixFiles(environment: NodeJS.ProcessEnv): Promise<Fixed[]> {
  const closed = await fixHome(environment, true)
  const { answers } = await checkDaemon(environment)
  return answers ? closed : [...closed, ...(await fixHome(environment, false))]
}

const machine = (environment: NodeJS.ProcessEnv) => openSessionCaller({ environment, asSystem: true }).client

/** Has the daemon make anew what the search knows of memories. */
async function repairSearch(environment: NodeJS.ProcessEnv): Promise<Fixed> {
  const { before } = await machine(environment).call('memory.repair', {})
  const count = before.without_vector + before.vectors_of_nothing
  return { fixed: 'search', text: `Made ${several(count, 'entry', 'entries')} of the search index anew.` }
}

interface Diagnosis {
  readonly findings: readonly Finding[]
  /** Whether a daemon runs and answers. */
  readonly running: boolean
}

/** Looks at the daemon from outside, and has it look at all else; where none answers, what the files tell. */
async function look(environment: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const { findings, daemon, answers } = await checkDaemon(environment)
  if (!daemon) await unlockIfPossible(environment)
  if (!daemon) return { findings: [...findings, ...(await checkHome(environment))], running: false }
  if (!answers) return { findings: [...findings, ...(await ofFiles(environment, daemon))], running: true }
  try {
    const { findings: others } = await machine(environment).call('gateway.checkup', { language: 'en' })
    return { findings: [...findings, ...others], running: true }
  } catch (error) {
    const files = await ofFiles(environment, daemon)
    return { findings: [...findings, mute(explain(error).message), ...files], running: true }
  }
}

/** Unlocks an encrypted home to look into it, where somebody can be asked for the passphrase, or has given it. */
async function unlockIfPossible(environment: NodeJS.ProcessEnv): Promise<void> {
  if (canUnlock(environment) && isEncrypted(localHome(environment))) await unlockProgram(environment)
}

/** What the files tell of a home whose daemon runs, but does not say how it is. */
async function ofFiles(environment: NodeJS.ProcessEnv, { file }: LocalDaemon): Promise<Finding[]> {
  const unknown = { servers: [], certificate: null, damaged_page: null, repaired: false }
  const files = await checkHome(environment, { started_at: file.started_at, ...unknown })
  // Only the daemon can tell, while it writes there.
  return files.filter(({ check }) => check !== 'second_copy')
}

const mute = (reason: string): Finding => ({
  check: 'daemon',
  title: 'Daemon',
  level: 'problem',
  finding: 'daemon_mute',
  text: `It does not say how it is: ${reason}. What follows is what its files tell.`,
  figures: { reason },
  command: 'companion daemon restart',
  section: null,
  fixable: false,
})

/** The command of a finding; about the system's service it is for root, and names that. */
function commandOf({ command }: Finding, { system = false }: DoctorOptions): string | null {
  if (command === null || !system) return command
  return command.replace(/^companion (doctor|daemon \w+)\b/, 'sudo companion $1 --system')
}

/** A line or more for each finding: how it is, of what, and what mends it. */
function linesOf(findings: readonly Finding[]): string[] {
  const levelWidth = widthOf('problem')
  const titleWidth = Math.max(0, ...findings.map(({ title }) => widthOf(title)))
  const margin = ' '.repeat(levelWidth + titleWidth + 4)
  return findings.flatMap(({ level, title, text, command, section }) => {
    const mark = padded(level, levelWidth)
    const body = wrapped(harmless(text), terminalWidth() - margin.length).replaceAll('\n', `\n${margin}`)
    const page = section && `System → ${sectionTitles[section]} in the web UI`
    const mend = level === 'ok' ? null : (command ?? page)
    return [
      `${level === 'ok' ? styled('dim', mark) : styled('bold', mark)}  ${padded(title, titleWidth)}  ${body}`,
      ...(mend === null ? [] : [`${margin}→ ${harmless(mend)}`]),
    ]
  })
}

const sectionTitles: Readonly<Record<NonNullable<Finding['section']>, string>> = {
  backups: 'Backups',
  configuration: 'Configuration',
  embedding: 'Embedding',
  engine: 'Conversation engine',
  logs: 'Logs',
  security: 'Security',
}

const several = (count: number, one: string, many = `${one}s`) =>
  `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`

function summaryOf({ problems, warnings }: ReturnType<typeof countsOf>): string {
  if (problems + warnings === 0) return 'All is well.'
  const text = `${several(problems, 'problem')}, ${several(warnings, 'warning')}.`
  return text.replace(/^./, (letter) => letter.toUpperCase())
}
