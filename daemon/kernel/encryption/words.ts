import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Bits of the words: twelve of them. */
const strength = 128

/** Twelve words of the English list of BIP 39, one space between them. */
export function makeWords(): string {
  return generateMnemonic(wordlist, strength)
}

/** Words as they were typed, as they are meant; null where they are none: one is unknown, or a check shows a slip. */
export function readWords(typed: string): string | null {
  const words = typed.normalize('NFKD').toLowerCase().trim().split(/\s+/).join(' ')
  return validateMnemonic(words, wordlist) ? words : null
}
