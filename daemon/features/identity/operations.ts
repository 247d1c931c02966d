import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { Audit } from '../../store/audit.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { openAccessTokens } from './access-tokens.ts'
import { accountOperations } from './account-operations.ts'
import { certificateOperations, type DeviceCertification, deviceOperations } from './device-operations.ts'
import { deviceStore } from './devices.ts'
import { type Erase, openErasure } from './erasure.ts'
import { handOver } from './hand-over.ts'
import { invitationOperations } from './invitation-operations.ts'
import { invitationStore } from './invitations.ts'
import type { Keys } from './keys.ts'
import type { LiveSessions } from './live-sessions.ts'
import { openLockouts } from './lockouts.ts'
import { memberOperations } from './member-operations.ts'
import { type Members, memberStore } from './members.ts'
import { pageOperations } from './page-operations.ts'
import { openPasswordCheck } from './password-check.ts'
import { openPasswordPolicy } from './password-policy.ts'
import { openProfiles } from './profiles.ts'
import { openPasswords } from './passwords.ts'
import { openProofs } from './proofs.ts'
import { registration } from './registration.ts'
import { openRevokedTokens } from './revoked-tokens.ts'
import { sessionOperations } from './session-operations.ts'
import { sessionRecords } from './session-records.ts'
import { openSessions } from './sessions.ts'
import { openSetupCode } from './setup-code.ts'
import { arrivals, type OpenSession, signedInAs, signInOperations } from './sign-in.ts'
import { startSweep } from './sweep.ts'
import { openPageKeys, openTabKeys } from './tab-keys.ts'

interface IdentityDependencies {
  readonly home: Home
  readonly config: Pick<Config, 'password' | 'sessions'>
  readonly keys: Keys
  readonly store: Store
  readonly once: Once
  readonly erasures: Erasures
  readonly audit: Audit
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** The REST root, once the daemon listens. */
  readonly baseUrl: () => string
  /** What gives devices certificates. */
  readonly certificates: DeviceCertification
  /** What deletes the data of a member, of each feature that holds any. */
  readonly erasers: readonly Erase[]
}

/** Identity: who the members are, and the sessions in which they are who they say they are. */
export function openIdentity({ home, config, erasers, ...dependencies }: IdentityDependencies) {
  const { keys, store, audit, bus, clock, log } = dependencies
  const live: LiveSessions = new Map()
  const members: Members = memberStore(store, (uuid) => profiles.changed(uuid))
  const profiles = openProfiles(members.byId, clock)
  const devices = deviceStore(store)
  const invitations = invitationStore(store)
  const revoked = openRevokedTokens(store)
  const lockouts = openLockouts(store, clock)
  const sessions = openSessions(store, audit, bus, clock, config.sessions, live)
  const tokens = openAccessTokens(keys, live, revoked.has, clock)
  const passwords = openPasswords(config.password)
  const policy = openPasswordPolicy(config.password, log)
  const check = openPasswordCheck({ store, audit, lockouts, passwords, now: () => clock.now() })
  const setupCode = openSetupCode(home, members.none())
  const records = sessionRecords(live)
  const signedIn = signedInAs(tokens)
  const proofs = openProofs(clock)
  const erase = openErasure({ ...dependencies, others: erasers })

  const openSession: OpenSession = (tx, member, arrival) => {
    const { address } = arrival
    const granted = sessions.open(tx, member, { ...arrival, method: 'pwd', device_uuid: null })
    const { family_member_uuid, session_uuid } = granted.session
    const actor = `user:${family_member_uuid}`
    audit.record(tx, { event: 'signed_in', actor, address, family_member_uuid, session_uuid })
    return granted
  }

  const parts = {
    ...dependencies,
    live,
    members,
    devices,
    invitations,
    revoked,
    sessions,
    tokens,
    passwords,
    policy,
    check,
    setupCode,
    records,
    signedIn,
    openSession,
    proofs,
    arrivalOf: arrivals(proofs),
    erase,
    tabKeys: openTabKeys(bus),
    pageKeys: openPageKeys(home),
    min_score: config.password.min_score,
  }
  return {
    operations: {
      ...registration(parts),
      ...signInOperations(parts),
      ...pageOperations(parts),
      ...handOver(parts),
      ...accountOperations(parts),
      ...memberOperations(parts),
      ...invitationOperations(parts),
      ...sessionOperations(parts),
      ...deviceOperations(parts),
      ...certificateOperations(parts),
    },
    authenticate: tokens.verify,
    requireRecentSignIn: (context: AuthenticatedContext, password?: string) =>
      check.requireRecentSignIn(context, members.byId(context.caller.family_member_uuid ?? ''), password),
    isAdmin: (family_member_uuid: string) =>
      profiles.of(family_member_uuid)?.roles.includes('admin') ?? false,
    /** What other features know of a member; undefined where there is none. */
    profile: profiles.of,
    /** Changes one preference of a member. */
    prefer: (tx: Transaction, family_member_uuid: string, name: string, value: unknown): void => {
      const member = members.byId(family_member_uuid)
      if (!member) return
      const preferences = { ...member.preferences, [name]: value }
      members.update(tx, { ...member, preferences, updated_at: iso(clock.now()) })
      tx.afterCommit(() => bus.publish('preferences.changed', { family_member_uuid }, { family_member_uuid }))
    },
    people: {
      everyone: members.ids,
      nameOf: (family_member_uuid: string) => profiles.of(family_member_uuid)?.full_name,
    },
    /** What a trusted device is called; undefined where there is none. */
    deviceName: (device_uuid: string) => devices.find(device_uuid)?.name,
    setupCode,
    locked: lockouts.locked,
    liveSessions: () => live.size,
    stopSweeping: startSweep({ store, clock, log, sessions, devices, invitations, revoked, lockouts }),
  }
}
