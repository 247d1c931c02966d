import assert from 'node:assert/strict'
import OpenAI from 'openai'
import type { TestDaemon, TestMember } from '../daemon.ts'

/** The only model that there is. */
export const model = 'companion'

export const user = (content: string) => ({ role: 'user', content }) as const

/** OpenAI's own client, which knows of the companion nothing but where it is and a token. */
export const clientOf = (
  { file }: Pick<TestDaemon, 'file'>,
  { access_token: apiKey }: Pick<TestMember, 'access_token'>,
) => new OpenAI({ apiKey, baseURL: new URL('/v1', file.base_url).href, maxRetries: 0 })

/** What the companion adds to the shapes of OpenAI. */
// oxlint-disable-next-line typescript/no-explicit-any
export const extrasOf = (answer: object): any => ('companion' in answer ? answer.companion : undefined)

/** What a refused call says. */
export async function refused(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => assert.fail('it was not refused'),
    (problem: unknown) => problem,
  )
  assert.ok(error instanceof OpenAI.APIError, String(error))
  const { status, code, param, type } = error
  return { status, code, param, type }
}

/** Asks for an answer as a stream; all its chunks, and what they say in the end. */
export async function streamed(client: OpenAI, content: string, more: object = {}, headers: object = {}) {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  const stream = await client.chat.completions.create(
    { model, messages: [user(content)], stream: true, ...more },
    headers,
  )
  for await (const chunk of stream) chunks.push(chunk)
  const choices = chunks.flatMap((chunk) => chunk.choices)
  return {
    chunks,
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    reason: choices.findLast(({ finish_reason }) => finish_reason !== null)?.finish_reason ?? undefined,
  }
}
