import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { hasLoopback, readNetwork } from './ip-network.ts'
import { closed } from './schema.ts'

/** A network beside the loopback from which the daemon is reached. */
const Network = Type.Object(
  {
    name: Type.String({ pattern: String.raw`^[\w-]{1,32}$` }),
    address: Type.String({ minLength: 1 }),
    /** The names by which clients call the daemon, without a port: what `Host` may be. */
    hosts: Type.Array(Type.String({ pattern: String.raw`^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-fA-F:.]+\])$` }), {
      minItems: 1,
      maxItems: 32,
    }),
    /** Who may come: addresses, and networks as CIDR. Left out, it is everybody in the network of the address. */
    clients: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 32 })),
    /** Whether it is the network of containers on this machine, which needs no TLS. */
    container: Type.Boolean({ default: false }),
  },
  closed,
)

export const Access = Type.Object(
  { networks: Type.Array(Network, { default: [], maxItems: 16 }) },
  { ...closed, default: {} },
)

export type AccessNetwork = Static<typeof Network>

/** What is wrong with the networks, in words that go after the name of the setting; null where nothing is. */
export function accessRefusal(networks: readonly AccessNetwork[], hasTls: boolean): string | null {
  const seen = new Set<string>()
  for (const { name, address, clients = [], container } of networks) {
    const complaint = (what: string) => `: ${name} ${what}`
    const own = isIP(address) === 0 ? null : readNetwork(address)
    if (own === null) return complaint('needs an IPv4 or IPv6 address of this machine')
    if (everyAddress.has(own.text)) return complaint('needs one address of this machine, not all of them')
    if (seen.has(name)) return complaint('is there twice')
    if (seen.has(own.text)) return complaint(`has ${address}, as another network has`)
    if (hasLoopback(own) && !container)
      return complaint('is on the loopback, which is for containers: "container": true')
    if (!container && !hasTls)
      return complaint('needs tls.cert and tls.key, the paths of PEM files, or tls.local')
    const bad = clients.find((client) => readNetwork(client) === null)
    if (bad !== undefined)
      return complaint(`has the client ${bad}, which is no address and no network as CIDR`)
    seen.add(name).add(own.text)
  }
  return null
}

const everyAddress = new Set(['0.0.0.0', '::'])

/** Whether the network is the loopback itself, over which the containers of Docker Desktop come. */
export const isOnLoopback = ({ address }: AccessNetwork): boolean => {
  const own = readNetwork(address)
  return own !== null && hasLoopback(own)
}
