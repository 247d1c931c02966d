import type { Refusal } from '../../client/errors.ts'

export const sections = ['profile', 'security', 'devices', 'programs', 'data'] as const

export type SectionName = (typeof sections)[number]

/** The section that an address names; the first one where it names none. */
export function sectionOf(value: unknown): SectionName {
  return sections.find((name) => name === value) ?? 'profile'
}

/** Whether an address is the machine's own. */
export function isThisMachine(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address)
}

/** Where what is wrong with a new password is shown: at one of the two fields, or above both. */
export function placeOfProblem({ code }: Pick<Refusal, 'code'>): 'current' | 'new' | 'form' {
  if (code === 'PASSWORD_REJECTED') return 'new'
  return code === 'INVALID_CREDENTIALS' ? 'current' : 'form'
}
