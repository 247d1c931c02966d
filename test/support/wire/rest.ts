import type { Daemon } from '../../../daemon/main.ts'
import { assertDeclared } from './declared.ts'

interface Request {
  readonly token?: string | undefined
  /** Sent as it is. */
  readonly body?: unknown
  /** Sent in an envelope. */
  readonly payload?: object
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; tests look into it freely. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** One plain HTTP request to a path below the REST root. Throws where its status is none that is described. */
export async function rest(
  { file }: Pick<Daemon, 'file'>,
  route: string,
  { token, body, payload, headers = {} }: Request = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = route.split(' ')
  const content = payload === undefined ? body : { payload }
  const response = await fetch(`${file.base_url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content === undefined
      ? {}
      : { body: typeof content === 'string' ? content : JSON.stringify(content) }),
  })
  assertDeclared(route, response.status)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** What an enveloped refusal says: its status, code and details. */
export function errorOf({ status, body }: Answer) {
  return [status, body.error?.code, body.error?.details]
}

/** The statuses of answers that came at once, the lowest first. */
export function statusesOf(answers: readonly Pick<Answer, 'status'>[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}
