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
  const actor = caller?.actor ?? ''
  switch (category) {
    case 'authentication':
      return [{ kind: 'address', key: clientNetwork(address) }]
    case 'conversation':
      return [{ kind: 'member', key: actor }]
    case 'administrative':
      return [{ kind: 'session', key: caller?.session_uuid ?? actor, trusted: caller?.trusted ?? false }]
    default:
      return []
  }
}
