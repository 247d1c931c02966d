import { type ChatServer, startChatServer } from '../../support/conversation/chat-server.ts'

/** How a server that writes replies fails; `gone` is one that nothing answers for. */
export const outages = [
  'hanging',
  'breaking',
  'ending',
  'garbage',
  'failing',
  'broken-event',
  'gone',
] as const
export type Outage = (typeof outages)[number]

/** A server that writes the replies of those who agreed to that, and fails at times. */
export interface ReplyEngine extends AsyncDisposable {
  readonly base_url: string
  readonly fail: (outage: Outage) => Promise<void>
  /** It is back, at the same address. */
  readonly mend: () => Promise<void>
}

export async function startReplyEngine(): Promise<ReplyEngine> {
  let server: ChatServer = await startChatServer()
  const { base_url, port } = server
  let isGone = false
  return {
    base_url,
    fail: async (outage) => {
      if (outage !== 'gone') return server.control({ behaviour: outage })
      isGone = true
      await server[Symbol.asyncDispose]()
    },
    mend: async () => {
      if (isGone) server = await startChatServer(port)
      else await server.control({ behaviour: null })
      isGone = false
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
