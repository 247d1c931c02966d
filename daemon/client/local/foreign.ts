import type { IncomingMessage } from 'node:http'
import { isHost, loopbackNames } from '../../kernel/address.ts'

/**
 * Whether a request to a program on the loopback at `port` comes from a page elsewhere: its host is another name, or its
 * origin not that host. A page can have any name lead here, but not send another name than its own.
 */
export function isForeign(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  port: number,
): boolean {
  const { host = [], origin = [] } = headersDistinct
  const [authority = ''] = host
  if (host.length !== 1 || !isHost(authority, loopbackNames, port)) return true
  return origin.some((one) => one.toLowerCase() !== `http://${authority.toLowerCase()}`)
}
