import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type AccessNetwork, isOnLoopback } from '../kernel/access.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Config, ConfigError } from '../kernel/config.ts'
import { overlap, readNetwork } from '../kernel/ip-network.ts'
import type { Log } from '../kernel/log.ts'
import type { TlsSetup } from '../kernel/tls.ts'
import type { Listener } from './listener.ts'

/** How long to wait before looking again whether the machine has an address, in milliseconds. */
const retryMs = 15_000

/** The part of the system that says which networks there are. */
export interface Machine {
  /** The addresses of this machine, with the interface of each and its network as CIDR. */
  readonly addresses: () => readonly {
    readonly name: string
    readonly address: string
    readonly cidr: string
  }[]
  /** Whether only containers of this machine are on an interface. */
  readonly isOfContainers: (name: string) => boolean
}

export const thisMachine: Machine = {
  addresses: () =>
    Object.entries(networkInterfaces()).flatMap(([name, all = []]) =>
      all.flatMap(({ address, cidr }) => (cidr === null ? [] : [{ name, address, cidr }])),
    ),
  isOfContainers: (name) => isContainerBridge(join('/sys/class/net', name)),
}

/**
 * Whether a folder of `/sys/class/net` is that of a bridge with nothing but the virtual ends of containers (veth) on it:
 * no card, no tunnel, no VLAN by which other machines might come.
 */
export function isContainerBridge(folder: string): boolean {
  const ports = join(folder, 'brif')
  if (!existsSync(join(folder, 'bridge')) || !existsSync(ports)) return false
  return readdirSync(ports).every((port) => {
    const about = join(folder, '..', port)
    const others = readdirSync(about).filter((name) => /^(?:device|tun_flags|bonding|lower_.*)$/.test(name))
    // Of all kinds that a bridge may have, a veth alone names none.
    return others.length === 0 && !/^DEVTYPE=/m.test(readFileSync(join(about, 'uevent'), 'utf8'))
  })
}

/** How a network of `access.networks` is served. */
export interface NetworkState {
  readonly name: string
  /** The root of REST there, by the first of its names. */
  readonly base_url: string
  readonly listening: boolean
}

interface NetworksDependencies {
  readonly config: Pick<Config, 'access'>
  /** For networks of others than containers. */
  readonly tls: TlsSetup | null
  /** Of HTTP. */
  readonly port: number
  readonly clock: Clock
  readonly log: Log
  readonly machine: Machine
  /** Listens, until `close` is called. */
  readonly listen: (listener: Listener) => Promise<{ close: () => Promise<void> }>
}

/**
 * Listens on the networks of `access.networks`, on each as soon as the machine has its address, which may come later or
 * go: a laptop travels. Rejects with `ConfigError` where containers are said to be on an interface that others reach too.
 */
export async function openNetworks({ config, tls, port, clock, log, machine, listen }: NetworksDependencies) {
  const { networks } = config.access
  const open = new Map<string, { close: () => Promise<void> }>()
  const waiting = new Map<string, () => void>()
  let ended = false

  const tryToOpen = async (network: AccessNetwork): Promise<void> => {
    const { name, address } = network
    // The daemon listens there in any case.
    if (isOnLoopback(network)) return
    const listener = listenerOf(network, tls, machine)
    if (listener === null) {
      // Once, not each time that it is still so.
      if (!waiting.has(name))
        log.warn({ network: name, address }, 'this machine does not have the address yet')
      waiting.set(
        name,
        clock.after(retryMs, () => void again(network)),
      )
      return
    }
    const opened = await listen(listener)
    if (ended) return opened.close()
    waiting.delete(name)
    open.set(name, opened)
    log.info({ network: name, address }, 'listening on a network')
  }
  const again = async (network: AccessNetwork): Promise<void> => {
    try {
      await tryToOpen(network)
    } catch (error) {
      log.error({ err: error, network: network.name }, 'a network cannot be served')
    }
  }
  const close = async () => {
    ended = true
    for (const stop of waiting.values()) stop()
    await Promise.all([...open.values()].map((one) => one.close()))
  }

  try {
    for (const network of networks) await tryToOpen(network)
  } catch (error) {
    await close()
    throw error
  }
  return {
    states: (): NetworkState[] =>
      networks.map((network) => ({
        name: network.name,
        base_url: `${network.container ? 'http' : 'https'}://${network.hosts[0]}:${port}/api/v1`,
        listening: isOnLoopback(network) || open.has(network.name),
      })),
    close,
  }
}

/** Where a network is served; null as long as the machine does not have its address. Throws `ConfigError`. */
function listenerOf(network: AccessNetwork, tls: TlsSetup | null, machine: Machine): Listener | null {
  const { name, address, hosts, clients, container } = network
  const own = readNetwork(address)
  const ownAddress = machine.addresses().find((one) => readNetwork(one.address)?.text === own?.text)
  if (!ownAddress) return null
  if (container && !machine.isOfContainers(ownAddress.name))
    throw new ConfigError(
      `access.networks: ${name} is no network of containers alone: others reach ${ownAddress.name} too, so it needs TLS`,
    )
  const allowed = (clients ?? [ownAddress.cidr]).map(readNetwork).filter((one) => one !== null)
  return {
    addresses: [address],
    tls: container ? null : tls,
    hosts,
    admits: (client) => {
      const one = readNetwork(client)
      return one !== null && allowed.some((each) => overlap(each, one))
    },
  }
}
