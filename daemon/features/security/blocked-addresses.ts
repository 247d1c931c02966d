import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type BlockedAddress, blockStore } from './block-store.ts'
import { hasLoopback, type Network, overlap, readNetwork } from '../../kernel/ip-network.ts'

/** The longest wait for an expiry: a clock that was set forward, or a machine that slept, is noticed by then. */
const maxWaitMs = 3_600_000

export interface BlockedAddresses {
  /** Whether nothing may come from an address; asks memory alone. */
  readonly blocked: (address: string) => boolean
  /** Those in force, newest first. */
  readonly all: () => BlockedAddress[]
  /** By the address or network as `readNetwork` writes it. */
  readonly find: (address: string) => BlockedAddress | undefined
  /** Blocks, or replaces what was said of the same address; publishes `address.blocked` once it is on the disk. */
  readonly put: (tx: Transaction, row: BlockedAddress) => void
  readonly remove: (tx: Transaction, address: string) => void
  readonly stop: () => void
}

interface BlockedAddressesDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Whether the loopback is exempt, whatever was blocked: otherwise nobody could connect. */
  readonly sparesLoopback: boolean
}

/** Keeps the blocked addresses in memory as in the database, each until it expires. */
export function openBlockedAddresses({
  store,
  bus,
  clock,
  log,
  sparesLoopback,
}: BlockedAddressesDependencies): BlockedAddresses {
  const queries = blockStore(store)
  const rows = new Map(queries.all().map((row) => [row.address, row]))
  const lookup = openLookup(rows, clock, sparesLoopback)
  let cancel = () => {}

  // A timer may fire a little early, and after the longest wait it always does.
  const check = () => {
    lookup.dropExpired()
    try {
      store.write((tx) => queries.removeExpired(tx, clock.now()))
    } catch (error) {
      log.error({ err: error }, 'expired addresses could not be removed; retrying when the next one expires')
    }
    arm()
  }

  const arm = () => {
    cancel()
    const next = lookup.next()
    if (next === Infinity) return
    cancel = clock.after(Math.min(Math.max(0, next - clock.now()), maxWaitMs), check)
  }

  const changed = () => {
    lookup.rebuild()
    arm()
  }

  check()

  return {
    blocked: (address) => {
      lookup.dropExpired()
      return lookup.includes(address)
    },

    all: () => {
      lookup.dropExpired()
      return [...rows.values()]
        .toReversed()
        .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    },

    find: (address) => {
      lookup.dropExpired()
      return rows.get(address)
    },

    put: (tx, row) => {
      queries.put(tx, row)
      tx.afterCommit(() => {
        rows.set(row.address, row)
        changed()
        bus.publish('address.blocked', { address: row.address })
      })
    },

    remove: (tx, address) => {
      queries.remove(tx, address)
      tx.afterCommit(() => {
        rows.delete(address)
        changed()
      })
    },

    stop: () => cancel(),
  }
}

/** What is in force of `rows`, as it is asked for an address; removes from them what has expired. */
function openLookup(rows: Map<string, BlockedAddress>, clock: Clock, sparesLoopback: boolean) {
  let addresses = new Set<string>()
  let networks: Network[] = []
  /** When the next one expires, milliseconds since the epoch. */
  let next = Infinity

  const rebuild = () => {
    addresses = new Set()
    networks = []
    next = Infinity
    for (const { address: text, expires_at } of rows.values()) {
      const expiry = expires_at === null ? Infinity : Date.parse(expires_at)
      if (expiry <= clock.now()) {
        rows.delete(text)
        continue
      }
      next = Math.min(next, expiry)
      const network = readNetwork(text)
      if (network === null || (sparesLoopback && hasLoopback(network))) continue
      if (network.length === 128) addresses.add(network.text)
      else networks.push(network)
    }
  }

  const dropExpired = () => {
    if (clock.now() >= next) rebuild()
  }

  rebuild()
  return {
    rebuild,
    dropExpired,
    next: () => next,
    includes: (address: string) => {
      if (rows.size === 0) return false
      const network = readNetwork(address)
      if (network === null) return false
      return addresses.has(network.text) || networks.some((blocked) => overlap(blocked, network))
    },
  }
}
