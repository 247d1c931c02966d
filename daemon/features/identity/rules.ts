import { PasswordRejected } from './failures.ts'

/** How a username is kept and compared: NFKC, and by way of upper case to lower case, so that σ and ς are one letter. */
export function normalUsername(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/** How a password is hashed and compared, so that every keyboard gives the same one (NIST SP 800-63B, 3.1.1.2). */
export function normalPassword(text: string): string {
  return text.normalize('NFKC')
}

/**
 * Refuses a password of fewer than 8 characters, or one that contains the username or a part of
 * the full name of 3 letters or more. `password` is normal already.
 */
export function demandPassword(password: string, identity: { username: string; full_name: string }): void {
  const length = characters(password)
  const refuse = (reason: string) => PasswordRejected({ field: 'password', reason })
  if (length < 8) throw refuse('too_short')
  const text = password.toLowerCase()
  const parts = [identity.username, ...identity.full_name.split(/\s+/)]
    .map(normalUsername)
    .filter((part) => characters(part) >= 3)
  if (parts.some((part) => text.includes(part))) throw refuse('contains_identity')
}

/** Unicode code points, which is what NIST counts. */
const characters = (text: string) => Array.from(text).length
