import { failure } from '../../../kernel/errors.ts'

/** `details` has the `mfa_token` to go on with, the `methods` that may be used, and what each of them needs. */
export const MfaRequired = failure('MFA_REQUIRED', 'a second factor is required')
export const WrongSecondFactor = failure(
  'INVALID_CREDENTIALS',
  'the second factor is wrong, used or too old',
  'wrong_second_factor',
)
export const SignInOver = failure('INVALID_CREDENTIALS', 'this sign-in is over: begin again', 'sign_in_over')
export const SignInRejected = failure('INVALID_CREDENTIALS', 'the sign-in was rejected', 'sign_in_rejected')
export const MethodUnavailable = failure(
  'UNPROCESSABLE',
  'this second factor cannot be used here',
  'method_unavailable',
)
export const NoPasskeyHere = failure(
  'UNPROCESSABLE',
  'passkeys are for a page that is opened by the name of the host, such as localhost, not by an address',
  'no_passkey_here',
)
export const TooManyApprovals = failure(
  'RATE_LIMITED',
  'too many sign-ins were put to this member, use another second factor',
  'too_many_approvals',
)
export const ApprovalNotFound = failure('NOT_FOUND', 'no sign-in waits for this approval')
export const WrongNumber = failure(
  'UNPROCESSABLE',
  'this is not the number that the sign-in shows',
  'wrong_number',
)
export const WrongCode = failure(
  'UNPROCESSABLE',
  'the code does not fit the secret, or that was made over 10 minutes ago',
  'wrong_code',
)
export const PasskeyRefused = failure(
  'UNPROCESSABLE',
  'the passkey could not be checked: ask for new options',
  'passkey_refused',
)
export const PasskeyKnown = failure('CONFLICT', 'this passkey is known already', 'passkey_known')
export const NoFactorYet = failure(
  'CONFLICT',
  'set up an authenticator app or a passkey first',
  'no_factor_yet',
)
export const LastFactor = failure(
  'CONFLICT',
  'everybody here has a second factor: set up another one first',
  'last_factor',
)
export const MethodNotOn = failure('NOT_FOUND', 'this second factor is not set up')
