import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { AuthenticatedContext, Context } from '../../kernel/context.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import { openAccessTokens, openRevokedTokens } from './access-tokens.ts'
import { accountOperations, maxPreferencesBytes } from './account-operations.ts'
import { certificateOperations, type DeviceCertification, deviceOperations } from './device-operations.ts'
import { deviceStore } from './devices.ts'
import { type Erase, openErasure } from './removal/erasure.ts'
import { handOver } from './hand-over.ts'
import { invitationOperations } from './invitation-operations.ts'
import { invitationStore } from './invitations.ts'
import type { Interactions } from './factors/push.ts'
import { openFactorParts } from './factors/parts.ts'
import { factorOperations } from './factors/operations.ts'
import type { Keys } from './keys.ts'
import type { Registration, SignedIn } from './schemas.ts'
import type { LiveSessions } from './live-sessions.ts'
import { openLockouts } from './lockouts.ts'
import { memberOperations } from './member-operations.ts'
import { type MemberRow, type Members, memberStore } from './members.ts'
import { pageOperations } from './page-operations.ts'
import { openPasswordCheck } from './password-check.ts'
import { openPasswordPolicy } from './passwords/password-policy.ts'
import { openProfiles } from './profiles.ts'
import { type HashCost, openPasswords } from './passwords.ts'
import { openOwnerAccess, ownerAccessOperations } from './pins/owner-access.ts'
import { pinOperations } from './pins/pin-operations.ts'
import { openPins } from './pins/pins.ts'
import { standingOperations } from './pins/standing-operations.ts'
import { type KnownPeople, openAccounts } from './removal/accounts.ts'
import { leavingOperations } from './removal/leaving-operations.ts'
import { type Copies, openReceipts } from './removal/receipts.ts'
import { openRecognisedSignIn, type Recognise } from './recognised/recognised-sign-in.ts'
import { openProofs } from './proofs.ts'
import { registration } from './registration.ts'
import { openRecovery } from './recovery/operations.ts'
import { sessionOperations } from './session-operations.ts'
import { sessionRecords } from './session-records.ts'
import { openSecondSteps, type SecondSteps } from './factors/second-step.ts'
import { openSessions, type OpenSession } from './sessions.ts'
import { openSetupCode } from './setup-code.ts'
import { openSignInOrigin } from './sign-in-origin.ts'
import { openingOf, signInOperations } from './sign-in.ts'
import { signedInAs } from './signed-in.ts'
import { startSweep } from './sweep.ts'
import { openPageKeys, openTabKeys } from './tab-keys.ts'

interface IdentityDependencies {
  readonly home: Home
  readonly config: Pick<Config, 'password' | 'sessions' | 'sign_in'>
  readonly keys: Keys
  readonly store: Store
  readonly once: Idempotency
  readonly erasures: Erasures<'member' | 'account'>
  readonly audit: IdentityAudit
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
  /** The REST root, once the daemon listens. */
  readonly baseUrl: () => string
  /** What a password hash costs; as the settings say where it is left out. */
  readonly hashCost?: HashCost
}

interface IdentityPorts {
  /** How the companion asks a member something. */
  readonly asking: Interactions
  readonly certificates: DeviceCertification
  /** What deletes the data of a member, of each feature that holds any. */
  readonly erasers: () => readonly Erase[]
  /** Everybody whom the companion knows. */
  readonly knownPeople: KnownPeople
  readonly hasTold: (family_member_uuid: string) => boolean
  /** What can hold what was deleted. */
  readonly copies: () => Copies
  /** Finds out who signs in without a password. */
  readonly recognise: Recognise
}

/** Identity: who the members are, and the sessions in which they are who they say they are. */
export function openIdentity({ home, config, ...dependencies }: IdentityDependencies, ports: IdentityPorts) {
  const { keys, store, audit, bus, clock, log } = dependencies
  const { asking, erasers, recognise } = ports
  const live: LiveSessions = new Map()
  const members: Members = memberStore(store, (uuid) => profiles.changed(uuid))
  const profiles = openProfiles(members.byId, clock)
  const devices = deviceStore(store)
  const invitations = invitationStore(store)
  const revoked = openRevokedTokens(store)
  const lockouts = openLockouts(store, clock)
  const sessions = openSessions(store, audit, bus, clock, config.sessions, live)
  const tokens = openAccessTokens(keys, live, revoked.has, clock)
  const passwords = openPasswords(dependencies.hashCost ?? config.password)
  const policy = openPasswordPolicy(config.password, log)
  const check = openPasswordCheck({ store, audit, lockouts, passwords, now: () => clock.now() })
  const setupCode = openSetupCode(home, members.none())
  const records = sessionRecords(live)
  const signedIn = signedInAs(tokens)
  const proofs = openProofs(clock)
  const erase = openErasure({ ...dependencies, others: erasers })

  const factorParts = openFactorParts({ ...dependencies, asking, home, config, live, check })
  const { factors, recent } = factorParts
  const signInOriginOf = openSignInOrigin(proofs)
  const openSession: OpenSession = openingOf({ sessions, audit, bus, factors, pins: () => pinParts })
  const signing = { members, devices, sessions, openSession, signInOriginOf, signedIn, check }
  const recognised = openRecognisedSignIn({ ...dependencies, ...signing, recognise })
  const pinParts = openPins({ ...dependencies, ...signing, config, home, ask: asking.ask })
  const signingIn = { ...factorParts, ...signing, ...pinParts, store, audit }
  const secondSteps = openSecondSteps({ ...signingIn, given: recent.given })
  const parts = {
    ...dependencies,
    ...ports,
    ...factorParts,
    ...signing,
    secondSteps,
    openProfile: openOwnerAccess({ ...signingIn, secondSteps }),
    recognised,
    live,
    invitations,
    revoked,
    tokens,
    passwords,
    policy,
    setupCode,
    records,
    proofs,
    erase,
    ...pinParts,
    tabKeys: openTabKeys(bus),
    pageKeys: openPageKeys(home),
    min_score: config.password.min_score,
  }
  const recovery = openRecovery(parts)
  const receipts = openReceipts(parts)
  const accounts = openAccounts({ ...parts, changed: profiles.changed, eraseFactors: factors.erase })
  const registering = registration(parts)
  return {
    operations: {
      ...registering,
      ...signInOperations(parts),
      ...pageOperations(parts),
      ...handOver(parts),
      ...accountOperations({ ...parts, recovery, receipts }),
      ...leavingOperations({ ...parts, accounts, receipts }),
      ...memberOperations(parts),
      ...invitationOperations(parts),
      ...sessionOperations(parts),
      ...deviceOperations(parts),
      ...factorOperations(parts),
      ...recovery.operations,
      ...pinOperations(parts),
      ...standingOperations(parts),
      ...ownerAccessOperations(parts),
      ...certificateOperations(parts),
    },
    pins: parts.pinPort,
    authenticate: tokens.verify,
    requireRecentSignIn: (context: AuthenticatedContext, password?: string) =>
      check.requireRecentSignIn(context, members.byId(context.caller.family_member_uuid ?? ''), password),
    ...membersShown(members, profiles),
    ...openPreferring(members, bus, clock),
    register: registerBy(registering['auth.register'].handler),
    recognised,
    passkeys: passkeysOf(secondSteps),
    accounts,
    nameOf: accounts.nameOf,
    sessionOf: (session_uuid: string) => live.get(session_uuid),
    hasSecondFactor: factors.on,
    /** What a device is called, also one that was revoked; undefined where there is none. */
    deviceName: (device_uuid: string) => devices.byId(device_uuid)?.name,
    setupCode,
    /** Whether anybody lives here. */
    hasMembers: () => setupCode.current() === null,
    locked: lockouts.locked,
    liveSessions: () => live.size,
    stopSweeping: startSweep({ ...parts, lockouts, recovery }),
  }
}

/** What other features know of the members. */
const membersShown = (members: Members, profiles: ReturnType<typeof openProfiles>) => ({
  everyone: members.ids,
  joinedAt: members.joinedAt,
  /** Undefined where there is no such member, as the next. */
  profile: profiles.of,
  preferencesOf: (family_member_uuid: string) => profiles.of(family_member_uuid)?.preferences,
  isMember: (family_member_uuid: string) => profiles.of(family_member_uuid) !== undefined,
  isAdmin: (family_member_uuid: string) => profiles.of(family_member_uuid)?.roles.includes('admin') ?? false,
  admins: () =>
    members.ids().flatMap((uuid) => {
      const profile = profiles.of(uuid)
      return profile?.roles.includes('admin') ? [profile] : []
    }),
})

/** Makes an account, as an admin does; answers whose it is. */
const registerBy =
  (register: ReturnType<typeof registration>['auth.register']['handler']) =>
  async (person: Registration, context: AuthenticatedContext): Promise<string> => {
    const answer = await register(person, context)
    // What that operation declares as its output.
    return (answer as Pick<SignedIn, 'family_member'>).family_member.family_member_uuid
  }

/** The passkeys of whoever is there, in a session that may be another's. */
const passkeysOf = ({ askPasskey, ownerInSession }: SecondSteps) => ({
  ask: (context: Context) =>
    askPasskey(context, { family_member_uuid: null, session_uuid: context.caller?.session_uuid ?? '' }),
  ownerOf: (context: Context, given: Parameters<SecondSteps['ownerInSession']>[0]) =>
    ownerInSession(given, context),
})

/** The changes of what members prefer that are not made by themselves. */
function openPreferring(members: Members, bus: Bus, clock: Clock) {
  const change = (tx: Transaction, member: MemberRow, preferences: MemberRow['preferences']) => {
    const { family_member_uuid } = member
    members.update(tx, { ...member, preferences, updated_at: iso(clock.now()) })
    tx.afterCommit(() => bus.publish('preferences.changed', { family_member_uuid }, { family_member_uuid }))
  }
  return {
    prefer: (tx: Transaction, family_member_uuid: string, name: string, value: unknown): void => {
      const member = members.byId(family_member_uuid)
      if (member) change(tx, member, { ...member.preferences, [name]: value })
    },

    /**
     * Takes over what a member preferred elsewhere, but for the model servers that were agreed to there: that is asked anew.
     * False where nothing changes, or it would become too large.
     */
    takeOverPreferences: (
      tx: Transaction,
      family_member_uuid: string,
      { engines: _, ...wanted }: Readonly<Record<string, unknown>>,
    ): boolean => {
      const member = members.byId(family_member_uuid)
      if (!member) return false
      const preferences = { ...member.preferences, ...wanted }
      const isTooLarge = Buffer.byteLength(JSON.stringify(preferences)) > maxPreferencesBytes
      if (isTooLarge || isDeepStrictEqual(preferences, member.preferences)) return false
      change(tx, member, preferences)
      return true
    },
  }
}
