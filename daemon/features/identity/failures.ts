import { failure } from '../../kernel/errors.ts'

/** The same for an unknown user and a wrong password. */
export const InvalidCredentials = failure('INVALID_CREDENTIALS', 'username or password is wrong')
export const InvalidRefreshToken = failure('INVALID_CREDENTIALS', 'the refresh token is not valid')
export const InvalidPairingCode = failure('INVALID_CREDENTIALS', 'the pairing code is wrong, used or too old')
export const AccountLocked = failure('ACCOUNT_LOCKED', 'too many failed attempts, try again later')
export const StepUpRequired = failure('AUTHENTICATION_REQUIRED', 'give the password again')
export const SessionEnded = failure('TOKEN_REVOKED', 'the session has ended')
export const PasswordRejected = failure('PASSWORD_REJECTED', 'the password was rejected')
export const UsernameTaken = failure('CONFLICT', 'the username is taken', 'username_taken')
export const LastAdmin = failure('CONFLICT', 'the household needs an admin', 'last_admin')
export const OnlyThisMachine = failure(
  'INSUFFICIENT_PERMISSIONS',
  'this is for programs of the machine itself',
)
export const RegistrationRefused = failure(
  'INSUFFICIENT_PERMISSIONS',
  'registration needs a setup code, an invitation or the token of an admin',
)
export const WrongSetupCode = failure(
  'INSUFFICIENT_PERMISSIONS',
  'the setup code is wrong: it stands where the daemon was started, and in the file `setup-code` in its home',
  'wrong_setup_code',
)
export const SetupCodeUsed = failure(
  'INSUFFICIENT_PERMISSIONS',
  'the setup code was used: this home has an owner, and an admin invites everybody else',
  'setup_code_used',
)
export const WrongInvitationCode = failure(
  'INSUFFICIENT_PERMISSIONS',
  'the invitation code is wrong, used or too old: an admin makes a new one',
  'wrong_invitation_code',
)
export const TooManyHashes = failure('RATE_LIMITED', 'too many sign-ins at once, try again shortly')
export const InvalidProof = failure(
  'INVALID_CREDENTIALS',
  'the proof of the key is not valid',
  'invalid_dpop_proof',
)
export const NonceRequired = failure(
  'AUTHENTICATION_REQUIRED',
  'prove the key with this nonce',
  'use_dpop_nonce',
)
export const NoSession = failure('NOT_FOUND', 'this token belongs to no session')
export const MemberNotFound = failure('NOT_FOUND', 'member not found')
export const SessionNotFound = failure('NOT_FOUND', 'session not found')
export const DeviceNotFound = failure('NOT_FOUND', 'device not found')
export const CertificateNotDue = failure(
  'CONFLICT',
  'the certificate is renewed from its 60th day on, and earlier for a new key alone',
  'certificate_not_due',
)
export const InvitationNotFound = failure('NOT_FOUND', 'invitation not found')
export const TokenNotFound = failure('NOT_FOUND', 'no token that could be revoked')
