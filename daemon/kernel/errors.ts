/** Every error code there is, with the HTTP status that carries it. The API sends no other status. */
export const statusOf = {
  INVALID_REQUEST: 400,
  PASSWORD_REJECTED: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_REVOKED: 401,
  MFA_REQUIRED: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  ADDRESS_BLOCKED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  ACCOUNT_LOCKED: 429,
  INTERNAL_ERROR: 500,
  RESPONSE_TIMEOUT: 500,
} as const

export type ErrorCode = keyof typeof statusOf

/** An error that may be shown to whoever called: its message and details hold nothing private. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** What was under way has come to no end, since the daemon stops. */
export class Stopping extends Error {}

/** A kind of failure that an operation declares: called, it makes the failure to throw. */
export interface FailureKind {
  (details?: Record<string, unknown>): Failure
  readonly code: ErrorCode
  readonly message: string
  /** What a program tells it by where its code stands for several kinds; undefined where the code says it all. */
  readonly reason: string | undefined
}

/**
 * Names a kind of failure once: its code in the catalogue, the sentence that people read, and where the code stands for
 * several kinds the reason by which a program tells this one, as `reason` of the details.
 */
export function failure(code: ErrorCode, message: string, reason?: string): FailureKind {
  const reasonDetails = reason === undefined ? {} : { reason }
  const make = (details?: Record<string, unknown>) =>
    new Failure(code, message, { ...reasonDetails, ...details })
  return Object.assign(make, { code, message, reason })
}

export const InvalidRequest = failure('INVALID_REQUEST', 'request validation failed')
export const AuthenticationRequired = failure('AUTHENTICATION_REQUIRED', 'authentication required')
export const TokenExpired = failure('TOKEN_EXPIRED', 'the access token has expired')
export const TokenRevoked = failure('TOKEN_REVOKED', 'the session of this token has ended')
export const InsufficientPermissions = failure('INSUFFICIENT_PERMISSIONS', 'insufficient permissions')
export const CertificateRequired = failure(
  'AUTHENTICATION_REQUIRED',
  'only devices with a certificate of this household are served here: pair this one first',
  'certificate_required',
)
export const CertificateRefused = failure(
  'AUTHENTICATION_REQUIRED',
  'the certificate of this device was revoked, has run out or is of another household',
  'certificate_refused',
)
export const CertificateOfAnother = failure(
  'AUTHENTICATION_REQUIRED',
  'this session is of another device than the certificate',
  'certificate_of_another_device',
)
export const AddressBlocked = failure('ADDRESS_BLOCKED', 'this address is blocked')
export const RateLimited = failure('RATE_LIMITED', 'too many requests, try again later')
export const NotFound = failure('NOT_FOUND', 'not found')
export const InternalError = failure('INTERNAL_ERROR', 'internal server error')
export const DiskFull = failure(
  'INTERNAL_ERROR',
  'the disk of this machine is full, so nothing was changed; make room, and try again',
  'disk_full',
)
export const DiskReadOnly = failure(
  'INTERNAL_ERROR',
  'the disk of this machine can only be read at the moment, so nothing was changed; make it writable, and try again',
  'disk_read_only',
)
export const HomeIsLocked = failure(
  'CONFLICT',
  'Companion is locked: its home is encrypted, and somebody has to unlock it',
  'home_locked',
)
export const ResponseTimeout = failure('RESPONSE_TIMEOUT', 'the response took too long')
export const IdempotencyConflict = failure('CONFLICT', 'idempotency key was used with a different request')
export const IdempotencyGone = failure('GONE', 'what this idempotency key was used for was deleted since')
export const ShownOnce = failure(
  'CONFLICT',
  'this idempotency key was used already, and the secret in its answer is shown once',
  'shown_once',
)

/** A request that does not fit its schema: which field (a dotted path, empty for the whole) and why. */
export function invalidRequest(field: string, reason: string): Failure {
  return InvalidRequest({ field, reason })
}

/** The 400 for a request whose fields stand beside `payload` instead of in it, or not at all. */
export function payloadMissing(): Failure {
  return invalidRequest('payload', 'is required, and holds the fields of the operation')
}

/** What a caller may see of anything thrown: failures as they are, a disk that takes nothing, and all else as an internal error. */
export function publicFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isDiskFull(error)) return DiskFull()
  return isDiskReadOnly(error) ? DiskReadOnly() : InternalError()
}

const diskFullCodes: ReadonlySet<unknown> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
])

/** Whether there was no room on the disk: as SQLite says it, or the operating system. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, diskFullCodes)

const readOnlyCodes: ReadonlySet<unknown> = new Set(['EROFS', 'SQLITE_READONLY'])

/** Whether the disk can only be read, as the operating system says it; SQLite says no more than that it could not write. */
export const isDiskReadOnly = (error: unknown): boolean => hasCode(error, readOnlyCodes)

/** Whether nothing can be written now, and can again once somebody has seen to the disk. */
export const isUnwritable = (error: unknown): boolean => isDiskFull(error) || isDiskReadOnly(error)

const tooManyFilesCodes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])

/** Whether a file could not be written for a reason that passes: the disk takes nothing, or too many files are open. */
export const isPassing = (error: unknown): boolean => isUnwritable(error) || hasCode(error, tooManyFilesCodes)

const exhaustedCodes: ReadonlySet<unknown> = new Set([
  'ENOMEM',
  'SQLITE_NOMEM',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_NOMEM',
])

/** Whether something failed for what its machine lacks, such as room or memory: that tells nothing of what was read. */
export const isOfMachine = (error: unknown): boolean => isPassing(error) || hasCode(error, exhaustedCodes)

/** Whether SQLite finds a database damaged, or that it is none; `more` are further beginnings of its codes. */
export function isDamage(error: unknown, ...more: readonly string[]): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' &&
    ['SQLITE_CORRUPT', 'SQLITE_NOTADB', ...more].some((kind) => code.startsWith(kind))
  )
}

/** Whether an error, or what it came of, has one of these codes. */
function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(error.code)) || hasCode(error.cause, codes)
}

/** A failure in one sentence, for where there is room for nothing else: an invalid request says what was wrong. */
export function sentence({ code, message, details: { field, reason } }: Failure): string {
  if (code !== 'INVALID_REQUEST' || typeof reason !== 'string') return message
  return typeof field === 'string' && field !== '' ? `${field} ${reason}` : `the request ${reason}`
}
