import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js'

/** Where this tab keeps something of a member: while pages are loaded anew, and until they sign out. */
export interface MemberPlace {
  /** What is there; null for nothing. */
  readonly load: () => string | null
  /** Keeps that, or nothing for null. */
  readonly save: (text: string | null) => void
}

/**
 * The place of that name of a member. What is in it is locked with their key, which the daemon alone gives out: a browser
 * keeps it for whoever serves this address next, who can do nothing with it. Without a key nothing is kept.
 */
export function memberPlace(name: string, family_member_uuid: string, key: string | null): MemberPlace {
  const place = `companion.${name}.${family_member_uuid}`
  if (key === null) return { load: () => null, save: () => {} }
  const cipher = managedNonce(xchacha20poly1305)(hexToBytes(key), utf8ToBytes(place))
  return {
    load: () => {
      try {
        const sealed = sessionStorage.getItem(place)
        return sealed === null ? null : bytesToUtf8(cipher.decrypt(hexToBytes(sealed)))
      } catch {
        // It was locked with another key, or changed.
        return null
      }
    },
    save: (text) => {
      if (text === null) sessionStorage.removeItem(place)
      else sessionStorage.setItem(place, bytesToHex(cipher.encrypt(utf8ToBytes(text))))
    },
  }
}
