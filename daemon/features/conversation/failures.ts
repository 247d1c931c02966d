import { failure } from '../../kernel/errors.ts'

export const ConversationNotFound = failure('NOT_FOUND', 'conversation not found')
export const MessageNotFound = failure('NOT_FOUND', 'message not found')
