import type { InputOf } from './types.ts'

type MfaMethod = NonNullable<InputOf<'auth.login'>['method']>

/** Which second factor a code is of, as far as `methods` has both: those of authenticator apps are six digits. */
export function methodOfCode(
  code: string,
  methods: readonly unknown[],
): MfaMethod & ('totp' | 'backup_code') {
  const ofApp = /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
  return methods.includes('totp') && (ofApp || !methods.includes('backup_code')) ? 'totp' : 'backup_code'
}
