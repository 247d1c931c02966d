import { ApiError, SessionEndedError } from '../../client/errors.ts'
import { inLightOf } from '../caller.ts'
import { Ending } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { explain } from '../explain.ts'
import { harmless, shortened } from '../format/text.ts'
import { type ChatEvent, ChatSession } from './chat-session.ts'
import { type Chat, type HistoryMessage, markRead } from './chat-start.ts'
import { ChatTerminal } from './chat-terminal.ts'
import { replyNotes } from './notes.ts'
import { stepFor } from './slash.ts'

/** How much of an earlier message is shown, in columns. */
const maxShown = 600

/**
 * Talks at a terminal until whoever sits there leaves. Rejects where it cannot go on, as where the sign-in has ended, and
 * with an `Ending` where it is interrupted while a reply is written.
 */
export async function chatAtTerminal(chat: Chat): Promise<void> {
  const interruption = Promise.withResolvers<never>()
  const interrupt = () => interruption.reject(new Ending(exitCodes.interrupted))
  let interrupted = false
  const terminal = new ChatTerminal({
    onStop: () => session.stop(),
    onInterrupt: () => {
      // Whoever presses it again does not want to wait for what is left of the reply.
      if (interrupted) interrupt()
      interrupted = true
      session.stop()
    },
  })
  const reply = new ShownReply(terminal, chat.name)
  const session: ChatSession = new ChatSession(chat.caller, {
    onEvent: (event) => hear(event, { terminal, reply, chat }),
    onEnd: interruption.reject,
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt)
  const talk = async () => {
    await session.opened
    greet(chat, terminal)
    for (let text = await terminal.next(); text !== null; text = await terminal.next()) {
      interrupted = false
      if ((await take(text, { chat, session, terminal, reply })) === 'quit') return
    }
  }
  try {
    await Promise.race([talk(), interruption.promise])
  } catch (error) {
    throw inLightOf(chat.caller, error)
  } finally {
    terminal.endWriting()
    terminal.close()
    session.close()
  }
}

interface ChatView {
  readonly chat: Chat
  readonly terminal: ChatTerminal
  readonly reply: ShownReply
}

/** Shows what was said last, and what is to be known. */
function greet({ name, earlier, remarks }: Chat, terminal: ChatTerminal): void {
  terminal.show(`${name} is here. /help shows what you can do, Ctrl-D leaves.`, 'dim')
  for (const remark of remarks) terminal.show(remark, 'dim')
  terminal.show('')
  for (const message of earlier) showEarlier(message, terminal)
}

function showEarlier(
  { role, content, changes, engine, degraded }: HistoryMessage,
  terminal: ChatTerminal,
): void {
  const text = shortened(harmless(content), maxShown)
  terminal.show(role === 'user' ? `> ${text.replaceAll('\n', '\n| ')}` : text)
  if (role === 'user') return
  showNotes(replyNotes({ changes, engine: engine ?? 'builtin', degraded, kept: true }), terminal)
  terminal.show('')
}

function showNotes(notes: readonly string[], terminal: ChatTerminal): void {
  if (notes.length > 0) terminal.show(notes.join(' · '), 'dim')
}

/** Carries out what was written, and shows what comes of it. A failure is shown too, unless nothing can go on after it. */
async function take(
  text: string,
  { chat, session, terminal, reply }: ChatView & { readonly session: ChatSession },
): Promise<'quit' | 'next'> {
  try {
    const step = await stepFor(text, { ...chat, client: chat.caller.client })
    if (step.kind === 'quit') return 'quit'
    if (step.kind === 'nothing') return 'next'
    if (step.kind === 'done') terminal.show(`${harmless(step.text)}\n`)
    else {
      reply.begin()
      const { response } = await session.say(step.content)
      reply.finish(response.content)
      showNotes(replyNotes(response), terminal)
      terminal.show('')
    }
  } catch (error) {
    reply.abandon()
    if (error instanceof SessionEndedError || (error instanceof ApiError && error.status === 401)) throw error
    showFailure(inLightOf(chat.caller, error), terminal)
  }
  return 'next'
}

function showFailure(error: unknown, terminal: ChatTerminal): void {
  if (error instanceof Error && error.name === 'AbortError')
    return terminal.show('Given up. It may have been heard all the same.\n', 'dim')
  const { message, hint } = explain(error)
  terminal.show(
    `${harmless(message).replace(/^./, (letter) => letter.toUpperCase())}.${hint === null ? '' : ` ${hint}`}\n`,
    'dim',
  )
  return undefined
}

function hear(event: ChatEvent, { terminal, reply, chat }: ChatView): void {
  switch (event.event) {
    case 'delta':
      return reply.add(event.delta, event.restart)
    case 'said':
      reply.pause()
      terminal.show(`${harmless(event.content)}\n`)
      void markRead(chat.caller, event.message_uuid)
      return undefined
    case 'disconnected':
      reply.pause()
      return terminal.show('There is no connection to the daemon. It is tried again until there is.', 'dim')
    case 'connected':
      terminal.show('Connected again.', 'dim')
      return reply.resume()
    case 'limited':
      return terminal.show(`That was a lot at once: it goes on in ${event.seconds} s.`, 'dim')
  }
}

class ShownReply {
  readonly #terminal: ChatTerminal
  /** Who writes it. */
  readonly #name: string
  /** What of it is shown; null while none is waited for. */
  #text: string | null = null
  /** Whether something else stands between its parts. */
  #broken = false

  constructor(terminal: ChatTerminal, name: string) {
    this.#terminal = terminal
    this.#name = name
  }

  /** Says that it is waited for. */
  begin(): void {
    this.#text = ''
    this.#broken = false
    this.resume()
  }

  /** Says so again where something else was shown meanwhile, and nothing of it yet. */
  resume(): void {
    if (this.#text === '') this.#terminal.wait(`${this.#name} is writing …`)
  }

  /** Shows a part of it. Where it begins anew, what is shown already stays above. */
  add(delta: string, restart: boolean): void {
    if (this.#text === null) return
    if (restart && this.#text !== '') {
      this.#terminal.endWriting()
      this.#terminal.show('Once more, from the beginning:', 'dim')
      this.begin()
    }
    const piece = this.#text === '' ? delta.trimStart() : delta
    this.#text += piece
    this.#terminal.write(piece)
  }

  /** Ends the line, as something else is to be shown. */
  pause(): void {
    this.#broken = this.#text !== ''
    this.#terminal.endWriting()
  }

  /** Shows what is missing of the whole, or all of it where the parts do not make it up. */
  finish(content: string): void {
    const text = this.#text ?? ''
    this.#text = null
    const goesOn = content.startsWith(text) && !this.#broken
    if (goesOn) this.#terminal.write(content.slice(text.length))
    else if (text.trimEnd() !== content) {
      this.#terminal.endWriting()
      this.#terminal.write(content)
    }
    this.#terminal.endWriting()
  }

  /** Shows no more of it. */
  abandon(): void {
    this.#text = null
    this.#terminal.endWriting()
  }
}
