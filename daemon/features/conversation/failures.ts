import { failure } from '../../kernel/errors.ts'

export const ConversationNotFound = failure('NOT_FOUND', 'conversation not found')
export const NoMember = failure('NOT_FOUND', 'this token belongs to no member')
