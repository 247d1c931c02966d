import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { TestDaemon } from '../daemon.ts'
import { rest } from './rest.ts'

/** Where a program of the tests is answered; it listens nowhere. */
export const callback = 'http://127.0.0.1:53682/callback'

interface Asked {
  readonly authorization_id: string
  readonly state: string
  readonly verifier: string
}

/** A program that asks members for a key, as its own wire has it: no library smooths over what the daemon answers. */
export class OAuthProgram {
  readonly #daemon: TestDaemon
  readonly origin: string
  readonly client_id: string

  constructor(daemon: TestDaemon, client_id: string, origin = new URL(daemon.file.base_url).origin) {
    this.#daemon = daemon
    this.client_id = client_id
    this.origin = origin
  }

  static async register(daemon: TestDaemon, metadata: object = {}): Promise<OAuthProgram> {
    const { status, body } = await register(daemon, metadata)
    assert.equal(status, 201, JSON.stringify(body))
    return new OAuthProgram(daemon, body.client_id)
  }

  /** The address that the program opens in a browser. */
  authorizeUrl(more: Readonly<Record<string, string | null>> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(8).toString('hex')
    const parameters: Record<string, string | null> = {
      response_type: 'code',
      client_id: this.client_id,
      redirect_uri: callback,
      scope: 'read talk remember ask act',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.origin}/mcp`,
      ...more,
    }
    const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== null)
    return { url: `${this.origin}/oauth/authorize?${new URLSearchParams(given).toString()}`, state, verifier }
  }

  /** Where the browser is sent when the program asks; nobody has agreed to anything yet. */
  async open(more: Readonly<Record<string, string | null>> = {}) {
    const { url, ...request } = this.authorizeUrl(more)
    const answer = await fetch(url, { redirect: 'manual' })
    assert.deepEqual(answer.headers.getSetCookie(), [])
    const location = answer.headers.get('location')
    const body = await answer.text()
    return { status: answer.status, location, body: body === '' ? null : JSON.parse(body), ...request }
  }

  async ask(more: Readonly<Record<string, string | null>> = {}): Promise<Asked> {
    const { location, state, verifier } = await this.open(more)
    const authorization_id = /^\/#\/connect\?authorization=([\w-]+)$/.exec(location ?? '')?.[1]
    assert.ok(authorization_id, String(location))
    return { authorization_id, state, verifier }
  }

  /** The code that a member's browser brings. */
  async agreed(
    { authorization_id, state }: Asked,
    token: string,
    scopes: readonly string[],
  ): Promise<string> {
    const path = `POST /auth/authorizations/${authorization_id}/approve`
    const { status, body } = await rest(this.#daemon, path, { token, payload: { scopes } })
    assert.equal(status, 200, JSON.stringify(body))
    const answer = new URL(body.data.redirect_to)
    assert.equal(answer.origin + answer.pathname, callback)
    assert.deepEqual([answer.searchParams.get('state'), answer.searchParams.get('iss')], [state, this.origin])
    return answer.searchParams.get('code') ?? ''
  }

  async token(parameters: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({ client_id: this.client_id, ...parameters })
    const answer = await fetch(`${this.origin}/oauth/token`, { method: 'POST', body })
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }

  fetchKey(code: string, code_verifier: string, more: Readonly<Record<string, string>> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier,
      redirect_uri: callback,
      resource: `${this.origin}/mcp`,
      ...more,
    })
  }

  refresh(refresh_token: string) {
    return this.token({ grant_type: 'refresh_token', refresh_token })
  }

  /** All of it: what the program holds in the end. */
  async connect(token: string, scopes: readonly string[] = ['read']) {
    const asked = await this.ask()
    const { status, body } = await this.fetchKey(await this.agreed(asked, token, scopes), asked.verifier)
    assert.equal(status, 200, JSON.stringify(body))
    return body as { access_token: string; refresh_token: string; expires_in: number; scope: string }
  }
}

export async function register(daemon: TestDaemon, metadata: object = {}) {
  const answer = await fetch(new URL('/oauth/register', daemon.file.base_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Claude Desktop', redirect_uris: [callback], ...metadata }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
