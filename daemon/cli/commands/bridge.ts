import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadBridgeKey } from '../../client/local/bridge-key.ts'
import { createBridgeServer } from '../bridge-server.ts'
import { openSessionCaller } from '../caller.ts'
import { SessionEndedError } from '../../client/errors.ts'
import { sessionFile } from '../../client/local/session-file.ts'
import type { TokenSource } from '../../client/tokens.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Invocation } from '../invocation.ts'
import { say } from '../output.ts'

/** Lets programs that need a permanent key act as the signed-in member, until Ctrl-C. */
export async function bridge(invocation: Invocation, port: string): Promise<void> {
  const { daemon, connection, session, tokens } = openSessionCaller(invocation)
  if (!session) throw new CliError(exitCodes.denied, 'nobody is signed in', 'Sign in with `companion login`.')
  const origin = () => new URL(connection.base_url()).origin
  const sessions = sessionFile(daemon.home)
  const { family_member_uuid, full_name } = session.family_member
  const key = loadBridgeKey(daemon.home, family_member_uuid)
  // Whoever signs in here later is somebody else, to whom this key does not lead.
  const own: TokenSource = (refused) => {
    if (sessions.load()?.family_member.family_member_uuid !== family_member_uuid)
      throw new SessionEndedError()
    return tokens(refused)
  }
  const server = createBridgeServer({ key, origin, tokens: own, fetch: connection.fetch })
  server.listen(portOf(port), '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shown = { openai_base_url: `${base}/v1`, mcp_url: `${base}/mcp`, api_key: key }
  say(invocation, shown, () =>
    [
      `Programs with this key ask as ${full_name}, until Ctrl-C.`,
      '',
      `  OpenAI base URL  ${shown.openai_base_url}`,
      `  MCP URL          ${shown.mcp_url}`,
      `  API key          ${key}`,
    ].join('\n'),
  )
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  await once(server, 'close')
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usageError(`${text} is no port`)
  return port
}
