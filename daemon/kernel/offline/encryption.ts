/** Of a passphrase, in characters: whoever has the disk can try as many as they like, each for a second. */
export const shortestPassphrase = 12

/** What is asked of the thread that encrypts a home; `home` is its folder, `secret` its passphrase or its twelve words. */
export type EncryptionRequest =
  | { readonly encrypt: { readonly home: string; readonly passphrase: string } }
  | { readonly decrypt: { readonly home: string; readonly secret: string } }
  | { readonly change: { readonly home: string; readonly secret: string; readonly passphrase: string } }
  | { readonly unlock: { readonly home: string; readonly secret: string } }
  | { readonly open: { readonly home: string; readonly secret: string } }

/** Why nothing was done. */
export interface EncryptionProblem {
  readonly problem:
    | 'encrypted'
    | 'not_encrypted'
    | 'wrong_secret'
    | 'too_short'
    | 'in_use'
    | 'not_waiting'
    | 'damaged_key'
}

/** What was done. */
export interface EncryptionDone {
  /** The twelve words that open the home where the passphrase is forgotten: shown once, where they are new. */
  readonly words?: string
  /** How many files were encrypted or decrypted. */
  readonly files?: number
  /** The key of the home, in hexadecimal. */
  readonly key?: string
}
