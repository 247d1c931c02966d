import type { Client } from '../../client/client.ts'
import type { SlashActs } from '../../client/slash-acts.ts'
import { readWritten, slashCommand, type SlashName, slashNames } from '../../client/slash-commands.ts'
import type { OutputOf } from '../../client/types.ts'
import { usageError } from '../cli-error.ts'
import { localMoment } from '../format/moment.ts'
import { oneLine, padded } from '../format/text.ts'
import { changeText } from './notes.ts'

const listed = 10

interface SlashDependencies {
  readonly client: Client
  readonly acts: SlashActs
  /** What the companion is called. */
  readonly name: string
}

/** What is to be done for something that was written. */
export type Step =
  | { readonly kind: 'say'; readonly content: string }
  /** A command was carried out: its result as programs read it, and as people do. */
  | { readonly kind: 'done'; readonly command: SlashName; readonly result: unknown; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'quit' }

/**
 * Reads what was written, and carries out what is a command but for what is said to the companion. Throws a `CliError` for
 * a command that there is not or that is incomplete, and what calls of the client throw.
 */
export async function stepFor(text: string, dependencies: SlashDependencies): Promise<Step> {
  const written = readWritten(text)
  if (written.kind === 'unknown')
    throw usageError(
      `there is no command /${written.word}`,
      '/help lists them. Write // for a message that begins with /.',
    )
  if (written.kind === 'incomplete')
    throw usageError(`/${written.name} is used like this: ${usageOf(written.name)}`)
  if (written.kind === 'message')
    return written.content === '' ? { kind: 'nothing' } : { kind: 'say', content: written.content }
  const { name, argument } = written
  if (name === 'quit') return { kind: 'quit' }
  const message = name === 'reminders' ? undefined : slashCommand(name).says?.(argument)
  if (message !== undefined) return { kind: 'say', content: message }
  return { kind: 'done', command: name, ...(await carryOut(name, argument, dependencies)) }
}

const usageOf = (name: SlashName): string => {
  const { argument } = slashCommand(name)
  if (!argument) return `/${name}`
  return `/${name} ${argument.required ? argument.name : `[${argument.name}]`}`
}

/** What all commands do, one a line. */
export function slashHelp(): string {
  const usages = slashNames.map((name) => [usageOf(name), slashCommand(name).summary] as const)
  const longest = Math.max(...usages.map(([usage]) => usage.length))
  return [
    ...usages.map(([usage, summary]) => `${padded(usage, longest)}  ${summary}`),
    '',
    'Esc stops a reply. A line that ends with \\ goes on in the next.',
  ].join('\n')
}

interface Result {
  readonly result: unknown
  readonly text: string
}

async function carryOut(
  name: SlashName,
  argument: string,
  { client, acts, name: companion }: SlashDependencies,
): Promise<Result> {
  const { call } = client
  const as = (result: unknown, text: string): Result => ({ result, text })
  switch (name) {
    case 'remember': {
      const stored = await acts.remember(argument)
      return as(stored, stored.merged ? 'That is remembered already.' : 'Remembered. /undo takes it back.')
    }
    case 'undo': {
      const undone = await acts.undo()
      if (!undone) return as(null, 'There is nothing to undo.')
      const what = undone.kind === 'memory' ? ['remembered'] : undone.changes.map(changeText)
      return as(undone, `Undone: ${[...new Set(what)].join(', ')}.`)
    }
    case 'new':
      return as(
        await call('conversation.clear'),
        'A new conversation. What was said before can still be found.',
      )
    case 'reminders': {
      const reminders = await remindersOf(client)
      return as({ items: reminders, total: reminders.length }, remindersText(reminders))
    }
    case 'memories': {
      const { items, total } = await memoriesOf(client, argument)
      return as({ items, total }, memoriesText(items, total))
    }
    case 'search': {
      const history = await call('conversation.history', { q: argument, limit: listed })
      return as(history, foundText(history, companion))
    }
    case 'mood': {
      const why = await call('emotion.why')
      return as(why, moodText(why, companion))
    }
    case 'engine': {
      const { engine, consent_needed } = await call('conversation.context')
      return as({ engine, consent_needed }, engineText(engine, consent_needed))
    }
    default:
      return as(slashNames, slashHelp())
  }
}

type Goal = OutputOf<'agency.goals'>['items'][number]

/** How many goals are asked for at once. */
const page = 200

/** What the member will be reminded of, the next one first, what has no time last. */
async function remindersOf({ call }: Client): Promise<Goal[]> {
  const active: Goal[] = []
  for (let total = 1; active.length < total;) {
    const { items, total: all } = await call('agency.goals', {
      status: ['active'],
      limit: page,
      offset: active.length,
    })
    active.push(...items)
    total = items.length === 0 ? 0 : all
  }
  const momentOf = ({ next_run_at, due_at }: Goal) => next_run_at ?? due_at ?? '~'
  return active
    .filter(({ origin }) => origin === 'user')
    .toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1))
}

function remindersText(reminders: readonly Goal[]): string {
  if (reminders.length === 0) return 'There is nothing to remind you of.'
  return reminders
    .map(({ title, next_run_at, due_at, repeats }) => {
      const next = next_run_at ?? due_at
      const when = next === null ? '' : `, ${localMoment(next).slice(0, -3)}`
      return `- ${oneLine(title)}${when}${repeats === null ? '' : ', and again after'}`
    })
    .join('\n')
}

type Memory = OutputOf<'memory.get'>['memory']

async function memoriesOf({ call }: Client, words: string) {
  if (words === '') return call('memory.recent', { limit: listed })
  const { items, total } = await call('memory.search', { q: words, limit: listed })
  return { items: items.map(({ memory }) => memory), total }
}

function memoriesText(items: readonly Memory[], total: number): string {
  if (items.length === 0) return 'Nothing of that is remembered.'
  const lines = items.map(({ content }) => `- ${oneLine(content)}`)
  return [...lines, ...(total > items.length ? [`${items.length} of ${total}`] : [])].join('\n')
}

function foundText({ items, total }: OutputOf<'conversation.history'>, companion: string): string {
  if (items.length === 0) return 'No message says that.'
  const lines = items.map(
    ({ created_at, role, content }) =>
      `${localMoment(created_at)}  ${role === 'user' ? 'You' : companion}: ${oneLine(content)}`,
  )
  return [...lines, ...(total > items.length ? [`${items.length} of ${total}`] : [])].join('\n')
}

const maxReasons = 3

function moodText({ state, entries }: OutputOf<'emotion.why'>, companion: string): string {
  const reasons = [...new Set(entries.map(({ cause }) => oneLine(cause)))].slice(0, maxReasons)
  return `${companion} feels ${oneLine(state.emotion)}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}.`
}

function engineText(engine: string, consent: OutputOf<'conversation.context'>['consent_needed']): string {
  const writer =
    engine === 'builtin'
      ? 'The built-in engine writes the replies.'
      : `${oneLine(engine)} writes the replies.`
  if (!consent) return writer
  return `${writer} Your household has set ${oneLine(consent.model)} at ${oneLine(consent.host)}, which is not used for you until you agree on the page "Me".`
}
