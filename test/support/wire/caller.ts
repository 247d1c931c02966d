import type { Caller, Context } from '../../../daemon/kernel/context.ts'

/** A member who signed in long ago with a token that never runs out: no admin, on no trusted device. */
export function callerOf(name: string, more: Partial<Caller> = {}): Caller {
  return {
    actor: `user:${name}`,
    family_member_uuid: name,
    session_uuid: 's1',
    parent_uuid: null,
    admin: false,
    device_uuid: null,
    trusted: false,
    authenticated_at: 0,
    expires_at: Infinity,
    key: null,
    restriction: null,
    methods: [],
    ...more,
  }
}

/** What a handler knows of a call beside its input. */
export function contextOf<C extends Caller | null>(
  operation: string,
  caller: C,
  more: Partial<Context> = {},
): Context & { readonly caller: C } {
  return {
    operation,
    idempotency_key: null,
    address: '192.0.2.99',
    metadata: { message_uuid: '', family_member_uuid: null, session_uuid: null, timestamp: '' },
    ...more,
    caller,
  }
}
