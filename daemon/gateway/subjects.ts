import { clientNetwork } from '../kernel/address.ts'
import type { Caller } from '../kernel/context.ts'
import type { LimitCategory } from '../kernel/operation.ts'
import type { Subject } from './limits.ts'

/** Whose allowances a call of a category takes from, one after the other. */
export function subjectsOf(
  category: LimitCategory,
  caller: Caller | null,
  address: string,
): readonly Subject[] {
  switch (category) {
    case 'authentication':
      return [{ kind: 'address', key: clientNetwork(address) }]
    case 'conversation':
      return [{ kind: 'member', key: caller?.actor ?? '' }]
    case 'administrative':
      return [sessionOf(caller)]
    default:
      return []
  }
}

/** A key is a session of its own; one that was made to read the metrics may do so as often as a program of the machine. */
function sessionOf(caller: Caller | null): Subject {
  const key = caller?.key?.key_uuid ?? caller?.parent_uuid ?? caller?.session_uuid ?? caller?.actor ?? ''
  return { kind: 'session', key, trusted: caller?.trusted || caller?.key?.scopes.has('metrics') || false }
}
