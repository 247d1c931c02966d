import { invalidRequest } from '../../kernel/errors.ts'
import { moment } from '../../kernel/moment.ts'
import type { AuditFilter } from './audit-store.ts'
import { LoopbackBlocked } from './failures.ts'
import { hasLoopback, type Network, readNetwork } from '../../kernel/ip-network.ts'
import type { Listing } from './schemas.ts'

/** The address or network that an `ip` means; throws 400 where it means none. */
export function networkOf(ip: string): Network {
  const network = readNetwork(ip)
  if (network === null) throw invalidRequest('ip', 'must be an IPv4 or IPv6 address, or a network as CIDR')
  return network
}

/** Refuses to block what everyone comes from where only this machine can come in. */
export function assertReachable(network: Network, mode: 'coupled' | 'detached'): void {
  if (mode === 'coupled' && hasLoopback(network)) throw LoopbackBlocked()
}

/** The filter that a list of the audit log asks for. */
export function filterOf({ event, family_member_uuid, created_after, created_before }: Listing): AuditFilter {
  return {
    event: event ?? null,
    family_member_uuid: family_member_uuid ?? null,
    created_after: created_after === undefined ? 0 : moment('created_after', created_after),
    created_before:
      created_before === undefined ? Number.MAX_SAFE_INTEGER : moment('created_before', created_before),
  }
}
