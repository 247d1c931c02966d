import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** One address or a network of them, in the one way that it is written. */
export interface Network {
  /** The address, with `/length` where it is not a single one. */
  readonly text: string
  /** Its first address as IPv6: IPv4 is `::ffff:0:0/96` of that. */
  readonly first: ipaddr.IPv6
  /** How many leading bits all its addresses share, of those 128. */
  readonly length: number
}

/**
 * Reads an IPv4 or IPv6 address or CIDR. Host bits and zones are dropped, and IPv4-mapped IPv6 is its IPv4. Null for what
 * is none.
 */
export function readNetwork(text: string): Network | null {
  const [, address = '', given] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? []
  // Stricter than the library, which takes 010.0.0.1 and 2130706433 too.
  const family = isIP(address)
  if (family === 0) return null
  const length = given === undefined ? 128 : Number(given) + (family === 4 ? 96 : 0)
  if (length > 128) return null
  const wide =
    family === 4
      ? ipaddr.IPv4.parse(address).toIPv4MappedAddress()
      : ipaddr.IPv6.parse(address.replace(/%.*$/, ''))
  const first = ipaddr.IPv6.networkAddressFromCIDR(`${wide.toString()}/${length}`)
  return { text: written(first, length), first, length }
}

function written(first: ipaddr.IPv6, length: number): string {
  const four = length >= 96 && first.isIPv4MappedAddress()
  const address = four ? first.toIPv4Address().toString() : first.toRFC5952String()
  return length === 128 ? address : `${address}/${four ? length - 96 : length}`
}

/** Whether two networks have an address in common: then one holds all of the other. */
export function overlap(one: Network, other: Network): boolean {
  return one.first.match(other.first, Math.min(one.length, other.length))
}

const loopbacks = ['127.0.0.0/8', '::1'].map(readNetwork).filter((network) => network !== null)

/** Whether it is or holds an address by which a machine reaches itself. */
export function hasLoopback(network: Network): boolean {
  return loopbacks.some((loopback) => overlap(loopback, network))
}
