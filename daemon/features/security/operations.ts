import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf } from '../../kernel/paging.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Audit } from '../../store/audit.ts'
import type { AuditHead } from '../../store/audit-head.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import { auditStore } from './audit-store.ts'
import { openBlockedAddresses } from './blocked-addresses.ts'
import { AddressNotBlocked, LoopbackBlocked } from './failures.ts'
import { assertReachable, filterOf, networkOf } from './rules.ts'
import * as schemas from './schemas.ts'

/** What is asked of the audit log as a whole. */
type Reading = Pick<Audit<never>, 'verify' | 'head' | 'has'>

interface SecurityDependencies {
  readonly config: Pick<Config, 'mode'>
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly audit: Reading
}

interface SecurityPorts {
  readonly locked: () => number
  readonly liveSessions: () => number
}

const day = 86_400_000
/** How many rows of the audit log the statistics show. */
const tail = 50

/** Security: which addresses are kept out, and what the audit log says. */
export function openSecurity(
  { config, store, once, bus, clock, log, audit }: SecurityDependencies,
  { locked, liveSessions }: SecurityPorts,
) {
  const sparesLoopback = config.mode === 'coupled'
  const addresses = openBlockedAddresses({ store, bus, clock, log, sparesLoopback })
  const queries = auditStore(store)

  const operations = {
    'security.stats': operation({
      rest: 'GET /security/stats',
      access: 'admin',
      live: 3,
      summary: 'What the audit log counts, its newest rows, and who is kept out',
      description:
        'How often each event was audited, in the last day and ever; how many sessions are open and how many accounts and ' +
        'devices are locked; the addresses that are blocked.',
      input: Nothing,
      output: schemas.Stats,
      errors: [],
    }).handle(() => ({
      counts: queries.counts(clock.now() - day),
      live_sessions: liveSessions(),
      locked: locked(),
      blocked_addresses: addresses.all(),
      audit: queries.newest(tail),
    })),

    'security.block_ip': operation({
      rest: 'POST /security/block-ip',
      status: 201,
      access: 'admin',
      audited: ['ip', 'reason', 'expires_in_seconds'],
      summary: 'Let nothing come from an address or a network any more',
      description: 'Blocked again, the reason and the expiry are those of the last time.',
      input: schemas.Block,
      output: schemas.BlockedAddress,
      errors: [LoopbackBlocked],
    }).handle((input, context) => {
      const network = networkOf(input.ip)
      assertReachable(network, config.mode)
      return once(context, input, (tx) => {
        const now = clock.now()
        const { expires_in_seconds } = input
        const before = addresses.find(network.text)
        const row = {
          address: network.text,
          reason: input.reason ?? null,
          created_by: before?.created_by ?? context.caller.actor,
          created_at: before?.created_at ?? iso(now),
          expires_at: expires_in_seconds === undefined ? null : iso(now + expires_in_seconds * 1_000),
        }
        addresses.put(tx, row)
        return row
      })
    }),

    'security.unblock_ip': operation({
      rest: 'DELETE /security/block-ip/{ip}',
      access: 'admin',
      audited: ['ip'],
      summary: 'Let a blocked address or network come again',
      description: 'Name it as it was blocked; a network is let in again as a whole.',
      input: schemas.Target,
      output: schemas.BlockedAddress,
      errors: [AddressNotBlocked],
    }).handle(({ ip }) => {
      const { text } = networkOf(ip)
      return store.write((tx) => {
        const row = addresses.find(text)
        if (!row) throw AddressNotBlocked()
        addresses.remove(tx, text)
        return row
      })
    }),

    ...auditOperations(queries, audit),
  }

  return { operations, blocked: addresses.blocked, stop: addresses.stop }
}

function auditOperations(queries: ReturnType<typeof auditStore>, audit: Reading) {
  return {
    'audit.list': operation({
      rest: 'GET /security/audit',
      access: 'admin',
      live: 3,
      summary: 'The audit log, newest first',
      description:
        'Every sign-in, lockout, revocation, change of a password or of roles, and everything that admins ' +
        'have done. Rows are only ever added.',
      input: schemas.Listing,
      output: schemas.AuditPage,
      errors: [],
    }).handle((input) => queries.list(filterOf(input), pageOf(input))),

    'audit.verify': operation({
      rest: 'GET /security/audit/verify',
      access: 'admin',
      summary: 'Whether the audit log is whole: no row was changed, removed or put in',
      description:
        'Also whether it has the head that is kept beside the database, and one that a device has kept: send `seq`, `hash` ' +
        'and `signature` of an `audit_head` that was answered before, and `seen` says whether that row is still there.',
      input: schemas.SeenHead,
      output: schemas.Verdict,
      errors: [],
    }).handle(async ({ seq, hash, signature }) => {
      const none = seq === undefined && hash === undefined && signature === undefined
      if (!none && (seq === undefined || hash === undefined || signature === undefined))
        throw invalidRequest('', 'needs seq, hash and signature together')
      const seen = none ? null : audit.has({ seq, hash, signature } as AuditHead)
      return { ...(await audit.verify()), seen, audit_head: audit.head() }
    }),
  }
}
