import { randomUUID } from 'node:crypto'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { Operation } from '../kernel/operation.ts'

/** The handler's context for a call made now. */
export function contextOf(
  call: Omit<Context, 'metadata'>,
  clock: Clock,
  { shownOnce }: Pick<Operation, 'shownOnce'> = {},
): Context {
  return {
    ...call,
    ...(shownOnce && { shown_once: true }),
    metadata: {
      message_uuid: randomUUID(),
      family_member_uuid: call.caller?.family_member_uuid ?? null,
      session_uuid: call.caller?.session_uuid ?? null,
      timestamp: iso(clock.now()),
    },
  }
}

/** What the audit log keeps of the input of an operation for admins. */
export function auditedOf(
  { audited = [] }: Pick<Operation, 'audited'>,
  input: unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input as object).filter(([name]) => audited.includes(name)))
}
