import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Chat } from './chat-server-process.ts'
import type { Behaviour } from './chat-answers.ts'

const program = fileURLToPath(new URL('chat-server-process.ts', import.meta.url))

/** Starts a model server of the project's own in a process of its own, on any port or this one; `await using` ends it. */
export async function startChatServer(wanted = 0) {
  const child = spawn(process.execPath, [program, String(wanted)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line]: unknown[] = await once(child.stdout, 'data')
  const port = Number(line)
  const origin = `http://127.0.0.1:${port}`
  const get = async <Answer>(path: string) => (await (await fetch(`${origin}${path}`)).json()) as Answer
  const all = (kind: 'chats' | 'facts') => get<Chat[]>(`/${kind}`)
  const next = async (kind: 'chats' | 'facts') => {
    const number = (await all(kind)).length
    return {
      asked: () => get<Chat>(`/${kind}/${number}/asked`),
      ended: async () => (await get<Chat>(`/${kind}/${number}/ended`)).ended,
    }
  }

  return {
    port,
    base_url: `${origin}/v1`,
    /** All replies that it was asked for so far, the oldest first. */
    chats: () => all('chats'),
    /** The same for the facts of messages. */
    facts: () => all('facts'),
    /** The next reply that it will be asked for: to wait for its request, and for how it ends. */
    next: () => next('chats'),
    nextFacts: () => next('facts'),
    /** Has all models behave alike, until told otherwise; `pause` is in milliseconds. */
    control: async (control: {
      behaviour?: Behaviour | null
      owner?: string
      pause?: number
      tokens?: number
      facts_pause?: number
      lessons?: Readonly<Record<string, string>>
      wanted?: Readonly<Record<string, string>>
      says?: string | null
    }) => {
      await fetch(`${origin}/control`, { method: 'POST', body: JSON.stringify(control) })
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

export type ChatServer = Awaited<ReturnType<typeof startChatServer>>
