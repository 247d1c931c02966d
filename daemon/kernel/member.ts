import type { Caller } from './context.ts'
import { failure } from './errors.ts'

export const NoMember = failure('NOT_FOUND', 'this token belongs to no member')

/** The member who calls; throws `NOT_FOUND` for a program that is none. */
export function memberOf({ family_member_uuid }: Pick<Caller, 'family_member_uuid'>): string {
  if (family_member_uuid === null) throw NoMember()
  return family_member_uuid
}
