import { failure } from '../../kernel/errors.ts'

export const InteractionNotFound = failure('NOT_FOUND', 'interaction not found')
export const UserNotFound = failure('NOT_FOUND', 'user not found')
export const InteractionExpired = failure('GONE', 'interaction expired')
export const AnswerRequired = failure('INVALID_REQUEST', 'answer required')
export const OptionNotAllowed = failure('INVALID_REQUEST', 'answer is not one of the allowed options')
export const NotAnswerable = failure('UNPROCESSABLE', 'interaction type not answerable')
export const NotApprovable = failure('UNPROCESSABLE', 'interaction type not approvable')
export const NumberRequired = failure(
  'UNPROCESSABLE',
  'a sign-in is approved with the number that it shows',
  'number_required',
)
export const NotRejectable = failure('UNPROCESSABLE', 'interaction type not rejectable')
export const NotDismissable = failure('UNPROCESSABLE', 'interaction type not dismissable')
export const Terminal = failure('CONFLICT', 'interaction already in terminal state', 'terminal')
export const NotPending = failure('CONFLICT', 'interaction is not pending', 'not_pending')
export const NotPutAside = failure(
  'CONFLICT',
  'interaction is neither dismissed nor deferred',
  'not_put_aside',
)
export const TooManyWaiting = failure(
  'UNPROCESSABLE',
  'too many of your interactions wait for an answer; cancel some first',
)
