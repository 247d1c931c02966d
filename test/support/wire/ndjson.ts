import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Daemon } from '../../../daemon/main.ts'

export interface AnswerLine {
  readonly line: number
  readonly memory?: { readonly content: string; readonly memory_uuid: string }
  readonly merged?: boolean
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details: { field: string; reason: string }
  }
}

interface Upload {
  readonly request: ClientRequest
  readonly answered: Promise<IncomingMessage>
  /** Writes, and waits where the daemon takes no more, until it does or the connection has broken. */
  readonly write: (text: string) => Promise<void>
}

/** Opens a request that brings lines, whose body is still to be written. */
export function openUpload(
  { file }: Pick<Daemon, 'file'>,
  token: string | undefined,
  headers: Record<string, string> = {},
  path = '/memory/store-many',
): Upload {
  const opened = request(`${file.base_url}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/x-ndjson',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const answered = once(opened, 'response').then(([response]) => response as IncomingMessage)
  // Whoever does not wait for the answer is not to hear of a connection that broke.
  answered.catch(() => {})
  opened.on('error', () => {})
  return {
    request: opened,
    answered,
    write: async (text) => {
      if (opened.destroyed || opened.write(text)) return
      const waiting = new AbortController()
      const either = ['drain', 'close'].map((name) => once(opened, name, { signal: waiting.signal }))
      await Promise.race(either).finally(() => waiting.abort())
      await Promise.allSettled(either)
    },
  }
}

/** The lines of an answer, one by one. */
export async function* linesOf(response: IncomingMessage): AsyncGenerator<AnswerLine> {
  for await (const line of createInterface({ input: response })) yield JSON.parse(line) as AnswerLine
}

/** Sends a whole body and reads the whole answer. */
export async function upload(
  daemon: Pick<Daemon, 'file'>,
  token: string | undefined,
  body: string | Buffer,
  headers: Record<string, string> = {},
  path?: string,
) {
  const { request: opened, answered } = openUpload(daemon, token, headers, path)
  opened.end(body)
  const response = await answered
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'],
    text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AnswerLine),
  }
}
