import ipaddr from 'ipaddr.js'

/** An address as its parts, IPv4 also where it comes in the form of IPv6; undefined for what is none. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = text.replace(/%.*$/, '')
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

/** An address and a port as text, the same however the system writes the address. */
export function addressText(address: string, port: number): string {
  return `${parse(address)?.toString() ?? address} ${port}`
}

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback'
}

/**
 * What an address has in common with all that one client may take: of IPv6 the first 64 bits, else the whole of it. The
 * loopback is one client: every program of this machine may come from any address of it.
 */
export function clientNetwork(address: string): string {
  const parsed = parse(address)
  if (parsed === undefined) return address
  if (parsed.range() === 'loopback') return 'loopback'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

/** What this machine is called on its loopback. */
export const loopbackNames: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Whether a `Host` is one of `names`, in any case, at that port; clients leave out the one that is the scheme's default. */
export function isHost(authority: string, names: readonly string[], port: number, defaultPort = 80): boolean {
  const host = authority.toLowerCase()
  for (const name of names) {
    const own = name.toLowerCase()
    if (host === `${own}:${port}` || (port === defaultPort && host === own)) return true
  }
  return false
}
