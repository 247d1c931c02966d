/** With what somebody may join: the code of an empty home, or an invitation. */
export interface Codes {
  readonly kind: 'setup_code' | 'invitation_code'
  /** As it stands in the address, where somebody was sent here; else empty. */
  readonly code: string
}

/** The codes of an address: `?code=` of a setup, `?invitation=` of an invitation. */
export function codesOf(search: string, setup_needed: boolean): Codes {
  const given = new URLSearchParams(search)
  return setup_needed
    ? { kind: 'setup_code', code: given.get('code') ?? '' }
    : { kind: 'invitation_code', code: given.get('invitation') ?? '' }
}
