import type { InputOf } from '../../../client/types.ts'

/** What the audit log holds, as it is told apart there. */
export const auditEvents = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'locked',
  'registered',
  'registration_refused',
  'refresh_token_reused',
  'signed_out',
  'session_revoked',
  'token_revoked',
  'password_changed',
  'password_recovered',
  'recovery_started',
  'recovery_failed',
  'recovery_cancelled',
  'sign_in_link_created',
  'sign_in_link_withdrawn',
  'roles_changed',
  'engines_changed',
  'device_paired',
  'pairing_failed',
  'device_revoked',
  'authority_made',
  'certificate_issued',
  'certificate_renewed',
  'certificate_revoked',
  'emergency_reset',
  'pin_assigned',
  'pin_ended',
  'standing_changed',
  'profile_opened',
  'owner_access_changed',
  'signing_key_rotated',
  'second_factor_required',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'backup_codes_made',
  'key_created',
  'key_revoked',
  'backup_restored',
  'database_mended',
  'snapshot_checked',
  'voice_enrolled',
  'voice_deleted',
  'admin_operation',
  'person_introduced',
  'person_removed',
  'person_restored',
  'person_erased',
] as const

type Listing = InputOf<'audit.list'>
export type AuditEvent = NonNullable<Listing['event']>

/** What is looked for; an empty text stands for everything. */
export interface AuditChoice {
  readonly event: AuditEvent | ''
  readonly family_member_uuid: string
  /** A day, YYYY-MM-DD, on this machine. */
  readonly from: string
  readonly to: string
}

/** Makes of a choice what is asked; the days are whole ones where whoever looks is. */
export function auditInput({ event, family_member_uuid, from, to }: AuditChoice): Listing {
  return {
    ...(event === '' ? {} : { event }),
    ...(family_member_uuid === '' ? {} : { family_member_uuid }),
    ...(isDay(from) ? { created_after: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(isDay(to) ? { created_before: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
  }
}

/** Not so for a year of five digits, as a field has it while somebody corrects it. */
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
