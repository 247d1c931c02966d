import type { Refusal } from '../../client/errors.ts'

/** Where what is wrong with a new password is shown: at one of the two fields, or above both. */
export function placeOfProblem({ code }: Pick<Refusal, 'code'>): 'current' | 'new' | 'form' {
  if (code === 'PASSWORD_REJECTED') return 'new'
  return code === 'INVALID_CREDENTIALS' ? 'current' : 'form'
}
