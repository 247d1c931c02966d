import { hash } from 'node:crypto'

/** A UUID of version 8 (RFC 9562, 5.8) that says the same for the same. */
export function uuidOf(...parts: (string | null)[]): string {
  const hex = hash('sha256', JSON.stringify(parts))
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id that something of a file gets for a member where somebody else has it with its own. */
export const copyIdOf = (member: string, uuid: string): string => uuidOf('copy', member, uuid)
