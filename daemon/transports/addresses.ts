import { isIPv4, isIPv6 } from 'node:net'
import { isLoopback } from '../kernel/address.ts'
import { type Config, speaksTls } from '../kernel/config.ts'
import { version } from '../kernel/version.ts'
import type { Ports } from './listener.ts'
import { thisMachine } from './networks.ts'

/**
 * Where other machines find the page on which they learn to trust the daemon's certificate: at the first name of the first
 * network that is not of containers, or in detached mode at an address of this machine; null without TLS.
 */
export function trustUrl(config: Config, ports: Ports): string | null {
  if (!speaksTls(config)) return null
  const { mode, host, access } = config
  const named = access.networks.find(({ container }) => !container)?.hosts[0]
  const own = thisMachine.addresses().find(({ address }) => isIPv4(address) && !isLoopback(address))?.address
  const chosen = ['0.0.0.0', '::'].includes(host) ? (own ?? 'localhost') : host
  const reached = mode === 'detached' ? chosen : named
  return reached === undefined ? null : `https://${bracketed(reached)}:${ports.http}/#/trust`
}

/** An address as a URL has it. */
const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host)

/** What is told of where the daemon is reached over TCP. */
export function placesOf({ mode }: Pick<Config, 'mode'>, host: string, ports: Ports) {
  // Who listens on every address is reached on the loopback.
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : bracketed(host)
  const [http, ws] = mode === 'coupled' ? ['http', 'ws'] : ['https', 'wss']
  return {
    pid: process.pid,
    version,
    mode,
    base_url: `${http}://${reachable}:${ports.http}/api/v1`,
    ws_url: `${ws}://${reachable}:${ports.http}/ws`,
    grpc_address: `${reachable}:${ports.grpc}`,
  }
}
