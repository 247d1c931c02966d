/** Who a member is called. */
export interface AccountNames {
  readonly username: string
  readonly full_name: string
}

/** How many characters a password has at least. */
export const shortestPassword = 8

/** How a username is kept and compared: NFKC, and by way of upper case to lower case, so that σ and ς are one letter, and ẞ, ß and ss. */
export function normalUsername(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** How a password is hashed and compared, so that every keyboard gives the same one (NIST SP 800-63B, 3.1.1.2). */
export function normalPassword(text: string): string {
  return text.normalize('NFKC')
}

/** The words of a full name: what stands between spaces, hyphens, apostrophes and the like. */
export function partsOfName(full_name: string): string[] {
  return full_name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

/**
 * What is wrong with a password, as far as one can see without a list: fewer than 8 characters, or the username or a
 * part of the full name of 3 letters or more in it. `password` is normal already.
 */
export function passwordFlaw(
  password: string,
  { username, full_name }: AccountNames,
): 'too_short' | 'contains_identity' | undefined {
  if (characters(password) < shortestPassword) return 'too_short'
  const text = normalUsername(password)
  const names = [username, ...partsOfName(full_name)].map(normalUsername)
  if (names.some((name) => characters(name) >= 3 && text.includes(name))) return 'contains_identity'
  return undefined
}

/** Unicode code points, which is what NIST counts. */
const characters = (text: string) => Array.from(text).length
