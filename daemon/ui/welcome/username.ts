/** A username made of the first of a full name's words: small letters and digits without accents; empty where none is left. */
export function usernameOf(full_name: string): string {
  const [first = ''] = full_name.trim().split(/\s+/)
  return first
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 64)
}
