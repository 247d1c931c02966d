import { failure } from '../../kernel/errors.ts'

/** The same for an unknown user and a wrong password. */
export const InvalidCredentials = failure('INVALID_CREDENTIALS', 'username or password is wrong')
export const InvalidRefreshToken = failure('INVALID_CREDENTIALS', 'the refresh token is not valid')
export const SessionEnded = failure('TOKEN_REVOKED', 'the session has ended')
export const PasswordRejected = failure('PASSWORD_REJECTED', 'the password was rejected')
export const UsernameTaken = failure('CONFLICT', 'the username is taken')
export const RegistrationRefused = failure(
  'INSUFFICIENT_PERMISSIONS',
  'registration needs a setup code or the token of an admin',
)
export const TooManyHashes = failure('RATE_LIMITED', 'too many sign-ins at once, try again shortly')
export const NoSession = failure('NOT_FOUND', 'this token belongs to no session')
