import { type SlashActs, openSlashActs } from '../../client/slash-acts.ts'
import type { OutputOf } from '../../client/types.ts'
import type { Caller } from '../caller.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../format/text.ts'

export type HistoryMessage = OutputOf<'conversation.history'>['items'][number]

export interface ChatOptions {
  readonly new?: boolean
  /** Begins one that leaves nothing. */
  readonly offRecord?: boolean
}

/** A conversation that goes on, or begins. */
export interface Chat {
  readonly caller: Caller
  readonly acts: SlashActs
  /** What the companion is called. */
  readonly name: string
  readonly earlier: readonly HistoryMessage[]
  /** What is to be known of it first; often nothing. */
  readonly remarks: readonly string[]
  /** Leaves it: what is off the record goes, and the conversation before goes on. */
  readonly leave: () => Promise<void>
}

/** How many of the last messages are shown. */
const shown = 6

/** Goes on with the member's conversation, or begins one. Throws a `CliError` for whoever is no member. */
export async function startChat(caller: Caller, options: ChatOptions): Promise<Chat> {
  if (!caller.session && !caller.keyed) {
    const hint = 'Sign in with `companion login`.'
    throw new CliError(exitCodes.denied, 'conversations belong to members, and nobody is signed in', hint)
  }
  const { client } = caller
  const before = await client.call('conversation.context')
  const begun = options.new || options.offRecord ? await begin(caller, options.offRecord ?? false) : null
  const { conversation_uuid, temporary, remembering } = begun
    ? await client.call('conversation.context')
    : before
  const { companion_name } = await client.call('personality.current')
  const { items } =
    begun || conversation_uuid === null
      ? { items: [] }
      : await client.call('conversation.history', { conversation_uuid, limit: shown })
  await markRead(caller, items[0]?.message_uuid)
  return {
    caller,
    acts: openSlashActs(client),
    name: oneLine(companion_name),
    earlier: items.toReversed(),
    remarks: [
      ...(temporary
        ? ['Off the record: nothing said here is remembered, and it is deleted once you leave it.']
        : []),
      ...(remembering ? [] : ['Nothing you say is remembered; /on changes that.']),
    ],
    leave: () => (options.offRecord && begun !== null ? leave(caller, begun, before) : Promise.resolve()),
  }
}

/** Begins a conversation and answers its id. */
async function begin({ client }: Caller, temporary: boolean): Promise<string> {
  const { conversation_uuid } = await client.call('conversation.clear', temporary ? { temporary } : {})
  return conversation_uuid
}

/** Has what is off the record deleted, by going on with what was before. */
async function leave(
  { client }: Caller,
  begun: string,
  { conversation_uuid, temporary }: OutputOf<'conversation.context'>,
): Promise<void> {
  const now = await client.call('conversation.context')
  // Another window may have left it already.
  if (now.conversation_uuid !== begun) return
  if (conversation_uuid === null || temporary) await client.call('conversation.clear')
  else await client.call('conversation.open', { conversation_uuid })
}

/** Says that everything up to a message was seen; that this fails is of no account. */
export async function markRead({ client }: Caller, message_uuid: string | undefined): Promise<void> {
  if (message_uuid === undefined) return
  await client.call('conversation.read', { message_uuid }).catch(() => {})
}
