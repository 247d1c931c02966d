import { setTimeout as sleep } from 'node:timers/promises'
import { backoff } from '../../client/backoff.ts'
import { ApiError, isPassing } from '../../client/errors.ts'
import { NoDaemonError } from '../../client/local/daemon.ts'
import type { InputOf, OutputOf } from '../../client/types.ts'
import { type Caller, inLightOf, openCaller } from '../caller.ts'
import { CliError, Ending, usageError } from '../cli-error.ts'
import { askCodes, exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'

/** The longest that one call may wait, in seconds. */
const maxWaitSeconds = 60
/** How long the daemon may be away while its answer is waited for, in milliseconds. */
const maxOutageMs = 60_000

type Creation = InputOf<'interactions.create'>
type Whole = OutputOf<'interactions.get'>
type Interaction = Whole['interaction']

export interface AskOptions {
  readonly type?: Creation['interaction_type']
  readonly option?: readonly string[]
  readonly title?: string
  readonly severity?: NonNullable<Creation['severity']>
  /** Seconds. */
  readonly expiresIn?: number
  readonly to?: readonly string[]
  /** Seconds, or as long as it takes. */
  readonly wait?: number | true
  readonly idempotencyKey?: string
}

/** Puts something to people and prints its id, or waits and prints the answer; the exit code says what became of it. */
export async function askSomebody(
  invocation: Invocation,
  prompt: string,
  options: AskOptions,
): Promise<void> {
  const { wait, to = [] } = options
  if (wait !== undefined && (to.length > 1 || to.includes('household')))
    throw usageError('--wait waits for one member; ask several without it')
  const caller = openCaller(invocation)
  const explained = (error: unknown) => {
    throw inLightOf(caller, error)
  }
  // From here on Ctrl-C ends the waiting, and nothing else.
  const interruption = wait === undefined ? null : hearInterruption()
  const input = creationOf(prompt, options, await recipientsOf(caller, to).catch(explained))
  const more = options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }
  const created = await caller.client.call('interactions.create', input, more).catch(explained)
  if (!('interaction' in created) || wait === undefined || !interruption) {
    const asked = 'interaction' in created ? [created.interaction] : created.interactions
    say(invocation, created, () => asked.map(({ interaction_id }) => interaction_id).join('\n'))
    return
  }
  const { interaction } = created
  if (process.stderr.isTTY) remark('Waiting for the answer. Ctrl-C leaves the question open.')
  const whole = await answerTo(caller, interaction, wait, interruption).catch((error: unknown) => {
    if (interruption.aborted) throw interrupted(interaction)
    return explained(error)
  })
  tell(invocation, whole)
}

function creationOf(prompt: string, options: AskOptions, to: Creation['to']): Creation {
  const { type, option, title, severity, expiresIn } = options
  return {
    prompt,
    interaction_type: type ?? (option ? 'choice' : 'question'),
    ...(option && { allowed_options: [...option] }),
    ...(title !== undefined && { title }),
    ...(severity && { severity }),
    ...(expiresIn !== undefined && { expires_in_seconds: expiresIn }),
    ...(to !== undefined && { to }),
  }
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

async function recipientsOf(caller: Caller, names: readonly string[]): Promise<Creation['to']> {
  const [first] = names
  if (first === undefined) return undefined
  if (names.length === 1 && first === 'household') return 'household'
  const ids: string[] = []
  for (const name of names) ids.push(isId(name) ? name : await idOf(caller, name))
  return ids.length === 1 ? ids[0] : ids
}

/** The id of a member by username or full name; only admins may look up others. Refuses a name that several have. */
async function idOf({ client, session }: Caller, name: string): Promise<string> {
  const wanted = name.toLowerCase()
  if (session?.family_member.username.toLowerCase() === wanted)
    return session.family_member.family_member_uuid
  const namesakes: string[] = []
  for (let offset = 0; ; offset += 200) {
    const { items, total } = await client.call('members.list', { limit: 200, offset }).catch(unknownNames)
    for (const { username, full_name, family_member_uuid } of items) {
      if (username.toLowerCase() === wanted) return family_member_uuid
      if (full_name.toLowerCase() === wanted) namesakes.push(family_member_uuid)
    }
    if (offset + items.length >= total) break
  }
  const [only, ...others] = namesakes
  if (only === undefined) throw new CliError(exitCodes.notFound, `nobody here is called ${name}`)
  if (others.length > 0) throw usageError(`several here are called ${name}`, 'Give the username or the id.')
  return only
}

function unknownNames(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 403) throw error
  const hint = 'Give the id of the member: `companion status` shows them theirs.'
  throw new CliError(exitCodes.denied, 'only admins can look members up by name', hint, error)
}

/** Waits until an interaction is over or the time has passed; over an outage of the daemon too, if it is short. */
async function answerTo(
  { client }: Caller,
  asked: Interaction,
  wait: number | true,
  signal: AbortSignal,
): Promise<Whole> {
  const { interaction_id } = asked
  const end = wait === true ? Number.POSITIVE_INFINITY : Date.now() + wait * 1_000
  let whole: Whole = { interaction: asked, events: [] }
  let failed = 0
  let outage: number | null = null
  while (isOpen(whole.interaction) && Date.now() < end) {
    const began = Date.now()
    const seconds = Math.min(maxWaitSeconds, Math.ceil((end - began) / 1_000))
    try {
      whole = await client.call('interactions.get', { interaction_id, wait: seconds }, { signal })
      outage = null
      // A daemon that is about to stop answers early.
      failed = isOpen(whole.interaction) && Date.now() - began < seconds * 900 ? 1 : 0
    } catch (error) {
      if (error instanceof ApiError && error.status === 410)
        return { ...whole, interaction: { ...whole.interaction, status: 'expired' } }
      const passing = isPassing(error) || error instanceof NoDaemonError
      outage ??= Date.now()
      if (!passing || signal.aborted || Date.now() - outage > maxOutageMs) throw error
      failed += 1
    }
    if (failed > 0) await sleep(backoff(failed), undefined, { signal })
  }
  return whole
}

function hearInterruption(): AbortSignal {
  const heard = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => heard.abort())
  return heard.signal
}

function interrupted({ interaction_id }: Interaction): CliError {
  const hint = `See what becomes of it with \`companion interactions get ${interaction_id}\`.`
  return new CliError(exitCodes.interrupted, 'interrupted; the question stays open', hint)
}

/** Whether an answer may still come; a notice that was put aside was seen. */
function isOpen({ status, interaction_type }: Interaction): boolean {
  if (status === 'dismissed') return interaction_type !== 'ack'
  return status === 'pending' || status === 'deferred'
}

/** Prints what was answered; else says on standard error what became of it, and ends with its exit code. */
function tell(invocation: Invocation, whole: Whole): void {
  const { interaction } = whole
  const { text, exit } = isSeen(whole) ? { text: 'seen', exit: askCodes.done } : outcomeOf(interaction)
  const isAnswer = exit === askCodes.done || exit === askCodes.rejected
  if (invocation.json || isAnswer)
    say(invocation, whole, () => (process.stdout.isTTY ? harmless(text) : text))
  else remark(text)
  if (exit !== askCodes.done) throw new Ending(exit)
}

/** Whether whom it was for has seen a notice: put it aside, or ended it where that cannot be. */
function isSeen({ interaction, events }: Whole): boolean {
  const { interaction_type, status, user_id } = interaction
  if (interaction_type !== 'ack') return false
  const last = events.at(-1)
  return (
    status === 'dismissed' ||
    (status === 'cancelled' && last?.actor === `user:${user_id}` && last.via === null)
  )
}

function outcomeOf({ status, answer_text, answer_json, interaction_id }: Interaction) {
  switch (status) {
    case 'answered':
      return { text: answer_text ?? JSON.stringify(answer_json), exit: askCodes.done }
    case 'approved':
      return { text: status, exit: askCodes.done }
    case 'rejected':
      return { text: status, exit: askCodes.rejected }
    case 'expired':
      return { text: 'It has expired.', exit: askCodes.expired }
    case 'cancelled':
      return { text: 'It was cancelled.', exit: askCodes.cancelled }
    default:
      return { text: `Nobody has answered yet. It stays open: ${interaction_id}`, exit: askCodes.open }
  }
}
