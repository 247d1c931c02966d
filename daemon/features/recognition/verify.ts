import type { AuthenticatedContext, SignInMethod } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { languageFrom } from '../../language/codes.ts'
import { recognitionWording } from '../../language/recognition.ts'
import * as failures from './failures.ts'
import type { RecognitionParts } from './parts.ts'
import type { KnownDevice } from './ports.ts'
import * as schemas from './schemas.ts'

/** How long an answer may take that is waited for, and a little, in milliseconds. */
const maxVerifyMs = 65_000

/** How somebody who is not recognised surely shows who they are. */
export function verifyOperations(parts: RecognitionParts) {
  const { ports, familyCheck } = parts

  const open = async (
    context: AuthenticatedContext,
    { device_uuid }: KnownDevice,
    family_member_uuid: string,
    methods: readonly SignInMethod[],
  ): Promise<schemas.Verified> => ({
    state: 'verified',
    ...(await ports.openRecognised(context, family_member_uuid, { methods, device_uuid })),
  })

  /** Whose proof it is; null for nobody's. */
  const ownerOf = async (given: schemas.Verification, context: AuthenticatedContext) => {
    const { method, pin, mfa_token, assertion } = given
    if (method === 'pin') {
      if (pin === undefined) throw invalidRequest('pin', 'is required')
      return (await ports.pinOwner?.(context, pin))?.family_member_uuid ?? null
    }
    if (assertion === undefined) throw await ports.askPasskey(context)
    if (mfa_token === undefined) throw invalidRequest('mfa_token', 'is required')
    return ports.passkeyOwner(context, { mfa_token, assertion })
  }

  const goOn = async (
    verification_uuid: string,
    { wait = 0 }: schemas.Verification,
    context: AuthenticatedContext,
    device: KnownDevice,
  ): Promise<schemas.Verified> => {
    const outcome = await familyCheck
      .outcome(verification_uuid, device.device_uuid, wait, context.signal)
      .catch(() => {
        throw refuse(parts, context, 'family', null)
      })
    if (outcome.waiting) return { state: 'waiting', verification_uuid, expires_at: outcome.expires_at }
    const { family_member_uuid, confirmed_by } = outcome
    const opened = await open(context, device, family_member_uuid, ['mca'])
    tellMember(parts, family_member_uuid, confirmed_by, device)
    return opened
  }

  return {
    'recognition.verify': operation({
      rest: 'POST /recognition/verify',
      access: 'member',
      anySession: true,
      scopes: [],
      limit: 'authentication',
      timeoutMs: maxVerifyMs,
      proof: true,
      shownOnce: true,
      summary: 'Confirm who somebody is, by a PIN, a passkey or the family',
      description:
        'From the session of a paired device. `passkey` is answered by `MFA_REQUIRED`, with the `passkey_options` for a ' +
        'browser and an `mfa_token`: send that with the `assertion`. `family` asks others of the household, who do not ask themselves, on devices of their ' +
        'own, and is answered by a `verification_uuid` of 2 minutes: send that, with `wait`, until `state` is no longer ' +
        '`waiting`. It lets in no admin and nobody with a second factor, and the member is told. Verified, it is the ' +
        'answer of a login, of a session that may do what one of a PIN may.',
      input: schemas.Verification,
      output: schemas.Verified,
      errors: [
        failures.DeviceNeeded,
        failures.NotVerified,
        failures.NotByFamily,
        failures.NobodyToAsk,
        failures.TooManyVerifications,
        ...parts.passkeyErrors,
      ],
    }).handle(async (input, context) => {
      const { family_member_uuid, method, verification_uuid } = input
      const device = await ports.deviceOf(context)
      if (!device) throw failures.DeviceNeeded()
      if (verification_uuid !== undefined) {
        if (family_member_uuid !== undefined || method !== undefined)
          throw invalidRequest('verification_uuid', 'stands alone, with `wait`')
        return goOn(verification_uuid, input, context, device)
      }
      if (family_member_uuid === undefined) throw invalidRequest('family_member_uuid', 'is required')
      if (method === undefined) throw invalidRequest('method', 'is required')
      if (method === 'family') {
        const asked = familyCheck.ask(family_member_uuid, context.caller.family_member_uuid ?? '', device)
        return { state: 'waiting', ...asked }
      }
      const owner = await ownerOf(input, context)
      if (owner !== family_member_uuid) throw refuse(parts, context, method, family_member_uuid)
      return open(context, device, owner, [method === 'pin' ? 'pin' : 'hwk'])
    }),
  }
}

/** The member learns who has confirmed them, and where: it may have been somebody else. */
function tellMember(
  { store, ports }: RecognitionParts,
  user_id: string,
  confirmed_by: string,
  device: KnownDevice,
): void {
  const wording = recognitionWording(languageFrom(ports.profile(user_id)?.preferences['language']))
  const by = ports.profile(confirmed_by)?.full_name ?? ''
  store.write((tx) =>
    ports.ask(tx, {
      ...wording.confirmed(by, device.name),
      user_id,
      interaction_type: 'ack',
      category: 'recognition',
      requirement: 'optional',
      severity: 'high',
    }),
  )
}

/** What to throw where nothing was proved, which is written down. */
function refuse(
  { store, audit }: RecognitionParts,
  { caller, address, operation: name }: AuthenticatedContext,
  method: string,
  family_member_uuid: string | null,
): Error {
  store.write((tx) =>
    audit.record(tx, {
      event: 'sign_in_failed',
      actor: caller.actor,
      address,
      family_member_uuid,
      details: { operation: name, method },
    }),
  )
  return failures.NotVerified()
}
