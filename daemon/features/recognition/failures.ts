import { failure } from '../../kernel/errors.ts'

export const PersonNotFound = failure('NOT_FOUND', 'nobody is known by this id')
export const AccountByAdmin = failure(
  'INSUFFICIENT_PERMISSIONS',
  'an admin makes accounts; guests come without username and password',
  'account_by_admin',
)
export const TooManyGuests = failure(
  'CONFLICT',
  'as many guests are known as there may be',
  'too_many_guests',
)
export const NotRemoved = failure('CONFLICT', 'nobody has removed this person', 'not_removed')
/** The session that asks is of no trusted device. */
export const DeviceNeeded = failure(
  'INSUFFICIENT_PERMISSIONS',
  'only a paired device can ask who is there',
  'device_needed',
)
/** `details.reason` is `verify`, with `methods` by which it can be, or `ask`. */
export const NotRecognised = failure('INVALID_CREDENTIALS', 'it is not clear who this is')
export const NotVerified = failure('INVALID_CREDENTIALS', 'this was not confirmed', 'not_verified')
export const NotByFamily = failure(
  'INSUFFICIENT_PERMISSIONS',
  'admins, and whoever has a second factor, confirm it themselves',
  'not_by_family',
)
export const NobodyToAsk = failure('CONFLICT', 'nobody else is there who could confirm this', 'nobody_to_ask')
export const TooManyVerifications = failure('RATE_LIMITED', 'the family was asked too often, try again later')
