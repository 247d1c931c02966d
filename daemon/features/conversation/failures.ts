import { failure } from '../../kernel/errors.ts'

export const ConversationNotFound = failure('NOT_FOUND', 'conversation not found')
export const MessageNotFound = failure('NOT_FOUND', 'message not found')
export const NoModelServer = failure('UNPROCESSABLE', 'no model server is set', 'no_model_server')
export const ModelServerFailed = failure('UNPROCESSABLE', 'the model server cannot be used')
export const UnknownChatModel = failure('NOT_FOUND', 'there is no such language model')
export const ChatModelMissing = failure(
  'CONFLICT',
  'the language model is not on this machine',
  'chat_model_missing',
)
export const NoChatModel = failure(
  'UNPROCESSABLE',
  'this file is no language model that can run here',
  'not_loaded',
)
export const ChatModelTooLarge = failure(
  'UNPROCESSABLE',
  'the language model needs more memory than it may take',
  'does_not_fit',
)
