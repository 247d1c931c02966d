/** Where this tab keeps something of a member: while pages are loaded anew, and until they sign out. */
export interface MemberPlace {
  /** What is there; null for nothing. */
  readonly load: () => string | null
  /** Keeps that, or nothing for null. */
  readonly save: (text: string | null) => void
}

/** The place of that name of a member. */
export function memberPlace(name: string, family_member_uuid: string): MemberPlace {
  const key = `companion.${name}.${family_member_uuid}`
  return {
    load: () => sessionStorage.getItem(key),
    save: (text) => {
      if (text === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    },
  }
}

/** Empties all places of a member. */
export function forgetMember(family_member_uuid: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.endsWith(`.${family_member_uuid}`)) sessionStorage.removeItem(key)
}
