import { type Home, readIfThere } from '../../kernel/home.ts'

/** The one-time code that makes the first member of a home its owner; null where there is an owner already. */
export function readSetupCode({ setupCode }: Pick<Home, 'setupCode'>): string | null {
  return readIfThere(setupCode)?.trim() ?? null
}
