import { failure } from '../../kernel/errors.ts'

export const ConversationNotFound = failure('NOT_FOUND', 'conversation not found')
export const MessageNotFound = failure('NOT_FOUND', 'message not found')
export const NoModelServer = failure('UNPROCESSABLE', 'no model server is set', 'no_model_server')
export const ModelServerFailed = failure('UNPROCESSABLE', 'the model server cannot be used')
