import assert from 'node:assert/strict'
import type { DaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { bearer, call, grpcClient } from '../wire/grpc.ts'
import { rest } from '../wire/rest.ts'
import { TestSocket } from '../wire/socket.ts'

interface Talker {
  readonly file: DaemonFile
  readonly token: string
}

type Way = 'rest' | 'websocket' | 'grpc' | 'openai'

/** What is said by each way that there is: whether the answer says that it was kept, and the answer. */
export async function sayEverywhere(
  { file, token }: Talker,
  contentFor: (way: Way) => string,
): Promise<[way: Way, { readonly kept: unknown; readonly reply: string }][]> {
  const overRest = await rest({ file }, 'POST /conversation/message', {
    token,
    payload: { content: contentFor('rest') },
  })
  assert.equal(overRest.status, 200, JSON.stringify(overRest.body.error))
  const { response } = overRest.body.data

  await using socket = await TestSocket.open({ file }, token)
  socket.socket.send(
    JSON.stringify({ type: 'message', id: 'one', data: { content: contentFor('websocket') } }),
  )
  const { data } = await socket.next(({ type }) => type === 'conversation_response' || type === 'error')

  const client = grpcClient({ file }, 'CompanionService')
  const answer = (await call(client, 'SendMessage', { content: contentFor('grpc') }, bearer(token))) as {
    response: string
    not_kept: boolean
  }
  client.close()

  const completed = await fetch(new URL('/v1/chat/completions', file.base_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'companion', messages: [{ role: 'user', content: contentFor('openai') }] }),
  })
  // As the endpoint answers; the assertion below fails for anything else.
  const completion = (await completed.json()) as {
    companion?: { kept: boolean }
    choices?: { message: { content: string } }[]
  }
  assert.equal(completed.status, 200, JSON.stringify(completion))

  return [
    ['rest', { kept: response.kept, reply: response.content }],
    ['websocket', { kept: data.kept, reply: data.content }],
    ['grpc', { kept: !answer.not_kept, reply: answer.response }],
    ['openai', { kept: completion.companion?.kept, reply: completion.choices?.[0]?.message.content ?? '' }],
  ]
}
