import { hash, randomInt } from 'node:crypto'

/** Crockford's base 32: no letter that reads like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code for people to read and type: `groups` of 4 characters, 20 random bits each. */
export function newCode(groups: number): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** A code as it is compared: without dashes and spaces, letters that look like digits read as those. */
export function plainCode(code: string): string {
  return code.replaceAll(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** What is kept of a code that lives for minutes or hours: enough to know it again. */
export function codeHash(code: string): string {
  return hash('sha256', plainCode(code))
}
