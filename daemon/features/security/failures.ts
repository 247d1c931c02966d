import { failure } from '../../kernel/errors.ts'

export const LoopbackBlocked = failure(
  'UNPROCESSABLE',
  'this would block the loopback, and with it everyone who lives here',
  'loopback_blocked',
)
export const AddressNotBlocked = failure('NOT_FOUND', 'this address is not blocked')
