import { createInterface } from 'node:readline'
import { inLightOf } from '../caller.ts'
import { Ending } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import { remark } from '../output.ts'
import { type ChatEvent, ChatSession, type Exchange } from './chat-session.ts'
import { type Chat, markRead } from './chat-start.ts'
import { replyNotes } from './notes.ts'
import { stepFor } from './slash.ts'

/** What of a conversation is told to programs, one object a line. */
type LineEvent =
  | ChatEvent
  | ({ readonly event: 'reply' } & Exchange)
  | { readonly event: 'result'; readonly command: string; readonly result: unknown }

/**
 * Takes each line of standard input for a message, and writes the replies: as text, or with `json` all that happens as
 * JSON, one event a line. Rejects at the first failure, and with an `Ending` where it is interrupted.
 */
export async function chatInLines(chat: Chat, json: boolean): Promise<void> {
  const output = json ? toldAsJson : toldAsText
  const interruption = Promise.withResolvers<never>()
  const session = new ChatSession(chat.caller, {
    onEvent: (event) => {
      output(event)
      if (event.event === 'said') void markRead(chat.caller, event.message_uuid)
    },
    onEnd: interruption.reject,
  })
  let replying = false
  let interrupted = false
  const interrupt = () => {
    // What was written until then is still told.
    if (replying && !interrupted) session.stop()
    else interruption.reject(new Ending(exitCodes.interrupted))
    interrupted = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  const talk = async () => {
    await session.opened
    for await (const text of messagesIn(process.stdin)) {
      const step = await stepFor(text, { ...chat, client: chat.caller.client })
      if (step.kind === 'quit') return
      if (step.kind === 'nothing') continue
      if (step.kind === 'done') {
        const { command, result } = step
        output({ event: 'result', command, result }, step.text)
        continue
      }
      replying = true
      output({ event: 'reply', ...(await session.say(step.content)) })
      replying = false
      if (interrupted) throw new Ending(exitCodes.interrupted)
    }
  }
  try {
    await Promise.race([talk(), interruption.promise])
  } catch (error) {
    throw inLightOf(chat.caller, error)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
    process.stdin.destroy()
    session.close()
  }
}

/** The messages in the lines of a text: one that ends with a backslash goes on in the next. */
async function* messagesIn(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let before = ''
  for await (const line of createInterface({ input })) {
    if (line.endsWith('\\')) before += `${line.slice(0, -1)}\n`
    else {
      yield before + line
      before = ''
    }
  }
  if (before !== '') yield before
}

function toldAsJson(told: LineEvent): void {
  // JSON leaves the upper control characters as they are, and some terminals obey them.
  const text = JSON.stringify(told).replaceAll(
    /[\u007F-\u009F]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${text}\n`)
}

/** Replies and results on standard output, remarks about them on standard error. */
function toldAsText(told: LineEvent, text = ''): void {
  switch (told.event) {
    case 'reply':
      process.stdout.write(`${harmless(told.response.content)}\n`)
      for (const note of replyNotes(told.response)) remark(note)
      return undefined
    case 'result':
      return void process.stdout.write(`${harmless(text)}\n`)
    case 'said':
      return void process.stdout.write(`${harmless(told.content)}\n`)
    case 'disconnected':
      return remark('There is no connection to the daemon. It is tried again until there is.')
    case 'connected':
      return remark('Connected again.')
    case 'limited':
      return remark(`That was a lot at once: it goes on in ${told.seconds} s.`)
    case 'delta':
      return undefined
  }
}
