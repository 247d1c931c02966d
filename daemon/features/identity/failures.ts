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
export const OnlyAdmin = failure(
  'CONFLICT',
  'you are the only admin of others who live here: make one of them an admin first',
  'only_admin',
)
export const ReceiptNotFound = failure('NOT_FOUND', 'receipt not found')
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
export const InvalidBackupCode = failure(
  'INVALID_CREDENTIALS',
  'the username or the backup code is wrong',
  'wrong_backup_code',
)
export const InvalidSignInLink = failure(
  'INVALID_CREDENTIALS',
  'the sign-in link is wrong, used or too old',
  'wrong_sign_in_link',
)
export const NotOneself = failure(
  'UNPROCESSABLE',
  'nobody makes a sign-in link for themselves',
  'own_sign_in_link',
)
export const NoRecoverySession = failure(
  'INSUFFICIENT_PERMISSIONS',
  'this is for whoever gets back in with a backup code',
  'no_recovery',
)
/** `details.reason` says why: `no_device`, `no_key` or `new_device`. */
export const DeviceCannotRecover = failure(
  'UNPROCESSABLE',
  'this session cannot set a new password without the old one',
)
export const RecoveryCancelled = failure(
  'CONFLICT',
  'this was cancelled on another device of yours, and this one has to wait for a week',
  'recovery_cancelled',
)
export const RecoveryNotReady = failure(
  'CONFLICT',
  'the new password has to wait a little longer',
  'recovery_not_ready',
)
export const RecoveryNotFound = failure('NOT_FOUND', 'no new password is waited for')
export const SignInLinkNotFound = failure('NOT_FOUND', 'sign-in link not found')
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
/** The same for a wrong PIN, one of a member whom the device does not know, and a device that proves nothing. */
export const WrongPin = failure('INVALID_CREDENTIALS', 'the PIN is wrong, or does not work here', 'wrong_pin')
export const PasswordOnly = failure(
  'INVALID_CREDENTIALS',
  'this device takes the password only',
  'password_only',
)
export const PinThere = failure('CONFLICT', 'you have a PIN already', 'pin_there')
export const NoPin = failure('NOT_FOUND', 'you have no PIN')
export const NoPinLeft = failure('CONFLICT', 'every PIN of your range is taken', 'no_pin_left')
export const TooManyPins = failure(
  'CONFLICT',
  'as many PINs of this length work on this device as it may have',
  'too_many_pins',
)
export const DeviceRequired = failure(
  'UNPROCESSABLE',
  'this works only on a paired device that has a key of its own',
  'device_required',
)
export const OwnerRefused = failure(
  'INSUFFICIENT_PERMISSIONS',
  'this profile does not open with your password',
  'owner_refused',
)
