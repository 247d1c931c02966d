import { isIP } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { lazy } from '../../../kernel/lazy.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import { NoPasskeyHere } from './failures.ts'
import { type PasskeyRow, passkeyStore } from './passkey-store.ts'

/** How long a browser may take, in milliseconds. */
export const challengeMs = 300_000

// It brings the parsers of every kind of attestation along.
const load = lazy(() => import('@simplewebauthn/server'))

/** What a browser was given to sign, and at which origin of the daemon. */
export interface Challenge {
  readonly challenge: string
  readonly origin: string
}

/** Options as a browser takes them, in WebAuthn's JSON, with the challenge in them. */
export interface PasskeyRequest extends Challenge {
  readonly options: Record<string, unknown>
}

/** An assertion that holds: whose it is, and what counts its use, which is false where another call was faster. */
export interface Asserted {
  readonly passkey: PasskeyRow
  readonly take: (tx: Transaction) => boolean
}

type Owner = Readonly<Record<'family_member_uuid' | 'username' | 'full_name', string>>

/** Passkeys (WebAuthn level 3): the relying party is the host by which the daemon is reached. */
export interface Passkeys {
  /** What a browser makes a new one with. Throws `UNPROCESSABLE` (`reason` is `no_passkey_here`) for an address. */
  readonly offer: (member: Owner, origin: string | undefined, session_uuid: string) => Promise<PasskeyRequest>
  /** Resolves with what keeps the one that was made; null where it does not answer the challenge of its session. */
  readonly register: (
    member: Owner,
    response: RegistrationResponseJSON,
    session_uuid: string,
  ) => Promise<((tx: Transaction, name: string) => PasskeyRow | null) | null>
  /**
   * What a browser signs with one of the member's, or with anybody's for null; `verified` where a person is to prove who they
   * are to it. Throws as `offer` does.
   */
  readonly ask: (
    family_member_uuid: string | null,
    origin: string | undefined,
    verified: boolean,
  ) => Promise<PasskeyRequest>
  /** Checks what a browser has signed; `verified` where a person must have proved who they are to it. */
  readonly check: (
    assertion: AuthenticationResponseJSON,
    asked: Challenge,
    verified: boolean,
  ) => Promise<Asserted | null>
  readonly list: (family_member_uuid: string) => PasskeyRow[]
  /** Whether a member has one for where a page is. */
  readonly usableAt: (family_member_uuid: string, origin: string | undefined) => boolean
  readonly remove: (
    tx: Transaction,
    family_member_uuid: string,
    passkey_uuid: string,
  ) => PasskeyRow | undefined
  readonly removeAll: (tx: Transaction, family_member_uuid: string) => number
}

/** The host that passkeys are for at an origin; null where browsers allow none, as at an address. */
export function relyingParty(origin: string | undefined): string | null {
  if (origin === undefined || !URL.canParse(origin)) return null
  const { hostname, protocol } = new URL(origin)
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? hostname : null
}

/** The same; throws `UNPROCESSABLE` where there is none. */
function requireParty(origin: string | undefined): { origin: string; rpID: string } {
  const rpID = relyingParty(origin)
  if (origin === undefined || rpID === null) throw NoPasskeyHere()
  return { origin, rpID }
}

const described = ({ credential_id, transports }: PasskeyRow) => ({ id: credential_id, transports })

/** Opens the passkeys of a home. Challenges are the daemon's own, in memory, and hold once. */
export function openPasskeys(store: Store, clock: Clock): Passkeys {
  const queries = passkeyStore(store)
  const { list, remove, removeAll } = queries
  return {
    ...registering(queries, clock),
    ...asserting(queries, clock),
    list,
    usableAt: (family_member_uuid, origin) => {
      const rpID = relyingParty(origin)
      return rpID !== null && queries.at(family_member_uuid, rpID).length > 0
    },
    remove,
    removeAll,
  }
}

type Queries = ReturnType<typeof passkeyStore>

/** How a browser makes one. */
function registering(queries: Queries, clock: Clock): Pick<Passkeys, 'offer' | 'register'> {
  const offers = new Map<string, Challenge & { readonly until: number }>()

  const offerOf = (session_uuid: string) => {
    const now = clock.monotonic()
    for (const [session, { until }] of offers) if (until < now) offers.delete(session)
    const offer = offers.get(session_uuid)
    offers.delete(session_uuid)
    return offer
  }

  return {
    offer: async ({ family_member_uuid, username, full_name }, from, session_uuid) => {
      const { origin, rpID } = requireParty(from)
      const { generateRegistrationOptions } = await load()
      const options = await generateRegistrationOptions({
        rpName: 'Companion',
        rpID,
        userID: Uint8Array.from(Buffer.from(family_member_uuid)),
        userName: username,
        userDisplayName: full_name,
        timeout: challengeMs,
        excludeCredentials: queries.at(family_member_uuid, rpID).map(described),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      const { challenge } = options
      offers.set(session_uuid, { challenge, origin, until: clock.monotonic() + challengeMs })
      return { options: { ...options }, challenge, origin }
    },

    register: async ({ family_member_uuid }, response, session_uuid) => {
      const offer = offerOf(session_uuid)
      if (!offer) return null
      const { origin, rpID } = requireParty(offer.origin)
      const { verifyRegistrationResponse } = await load()
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: offer.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(refused)
      if (!registrationInfo) return null
      const { id, publicKey, counter } = registrationInfo.credential
      return (tx, name) =>
        queries.insert(tx, {
          passkey_uuid: randomUUID(),
          family_member_uuid,
          credential_id: id,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: (response.response.transports ?? []).slice(0, 8),
          rp_id: rpID,
          name,
          created_at: iso(clock.now()),
          last_used_at: null,
        })
    },
  }
}

/** How a browser signs with one. */
function asserting(queries: Queries, clock: Clock): Pick<Passkeys, 'ask' | 'check'> {
  return {
    ask: async (family_member_uuid, from, verified) => {
      const { origin, rpID } = requireParty(from)
      const { generateAuthenticationOptions } = await load()
      const allowed = family_member_uuid === null ? [] : queries.at(family_member_uuid, rpID)
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: challengeMs,
        allowCredentials: allowed.map(described),
        userVerification: verified ? 'required' : 'preferred',
      })
      return { options: { ...options }, challenge: options.challenge, origin }
    },

    check: async (assertion, { challenge, origin }, verified) => {
      const passkey = queries.byCredential(assertion.id)
      if (!passkey || passkey.rp_id !== relyingParty(origin)) return null
      const { verifyAuthenticationResponse } = await load()
      const { authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: passkey.rp_id,
        requireUserVerification: verified,
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
          // One that counts must have counted on: a copy of it would be behind.
          counter: passkey.counter,
        },
      }).then(({ verified, ...rest }) => (verified ? rest : { authenticationInfo: null }), refused)
      if (!authenticationInfo) return null
      const { newCounter } = authenticationInfo
      const take = (tx: Transaction) => queries.use(tx, passkey, newCounter, clock.now())
      return { passkey, take }
    },
  }
}

/** The library throws for whatever does not hold, and says why to nobody but developers. */
const refused = () => ({ registrationInfo: undefined, authenticationInfo: null })
