/** Where a program is answered: on the device that shows the page, at another host, or by a program of its own scheme. */
export interface Destination {
  readonly kind: 'here' | 'host' | 'scheme'
  /** The host with its port, or the scheme without its colon. */
  readonly name: string
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Reads that from the address of a program, whose words are nobody's but its own. */
export function destinationOf(redirect_uri: string): Destination {
  const { protocol, hostname, host } = new URL(redirect_uri)
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'scheme', name: protocol.slice(0, -1) }
  return { kind: loopback.test(hostname) ? 'here' : 'host', name: host }
}
