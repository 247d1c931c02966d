import { failure } from '../../kernel/errors.ts'

export const ConversationNotFound = failure('NOT_FOUND', 'conversation not found')
