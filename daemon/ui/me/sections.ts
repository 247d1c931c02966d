/** The sections of the page about oneself, in their order. */
export const sections = ['profile', 'security', 'devices', 'data'] as const

export type SectionName = (typeof sections)[number]

/** The section that an address names; the first one where it names none. */
export function sectionOf(value: unknown): SectionName {
  return sections.find((name) => name === value) ?? 'profile'
}
