import { randomInt, timingSafeEqual } from 'node:crypto'
import { type Home, readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'

/** Crockford's base 32: no letter that reads like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The one-time code that makes the first member of an empty home its owner. */
export interface SetupCode {
  /** The code, or null once there is a member. */
  readonly current: () => string | null
  /** Whether `code` is the one; case and dashes make no difference. */
  readonly fits: (code: string) => boolean
  readonly burn: () => void
}

/** Makes the code of an empty home (60 random bits), or keeps the one it has; burns a left-over one otherwise. */
export function openSetupCode(home: Home, empty: boolean): SetupCode {
  if (!empty) removeFile(home.setupCode)
  else if (readIfThere(home.setupCode) === null) writeSecret(home.setupCode, `${newCode()}\n`)
  const current = () => readIfThere(home.setupCode)?.trim() ?? null
  return {
    current,
    fits: (code) => {
      const [given, wanted] = [Buffer.from(plain(code)), Buffer.from(plain(current() ?? ''))]
      return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
    },
    burn: () => removeFile(home.setupCode),
  }
}

function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

const plain = (code: string) => code.replaceAll('-', '').trim().toUpperCase()
