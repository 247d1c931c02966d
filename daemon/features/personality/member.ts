import type { Caller } from '../../kernel/context.ts'
import { NoMember } from './failures.ts'

/** The member who calls; throws `NOT_FOUND` for a program that is none. */
export function memberOf({ family_member_uuid }: Caller): string {
  if (family_member_uuid === null) throw NoMember()
  return family_member_uuid
}
