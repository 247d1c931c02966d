import { timingSafeEqual } from 'node:crypto'
import { type Home, readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'
import { newCode, plainCode } from './one-time-codes.ts'

/** The one-time code that makes the first member of an empty home its owner. */
export interface SetupCode {
  /** The code, or null once there is a member. */
  readonly current: () => string | null
  /** Whether `code` is the one; case and dashes make no difference. */
  readonly fits: (code: string) => boolean
  readonly burn: () => void
  /** Makes one where there is none: nobody lives here any more. */
  readonly renew: () => void
}

/** Makes the code of an empty home (60 random bits), or keeps the one it has; burns a left-over one otherwise. */
export function openSetupCode(home: Home, empty: boolean): SetupCode {
  const renew = () => {
    if (readIfThere(home.setupCode) === null) writeSecret(home.setupCode, `${newCode(3)}\n`)
  }
  if (empty) renew()
  else removeFile(home.setupCode)
  const current = () => readIfThere(home.setupCode)?.trim() ?? null
  return {
    current,
    fits: (code) => {
      const [given, wanted] = [Buffer.from(plainCode(code)), Buffer.from(plainCode(current() ?? ''))]
      return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
    },
    burn: () => removeFile(home.setupCode),
    renew,
  }
}
