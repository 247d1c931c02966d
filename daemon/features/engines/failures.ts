import { failure } from '../../kernel/errors.ts'

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
export const UnknownServer = failure('NOT_FOUND', 'this model server is not set')
export const ServerAlreadySet = failure(
  'CONFLICT',
  'this model of this server is set already',
  'server_already_set',
)
export const TooManyServers = failure('CONFLICT', 'no more model servers may be set', 'too_many_servers')
export const NoOllama = failure('UNPROCESSABLE', 'this server is not Ollama', 'no_ollama')
export const NothingPulls = failure('CONFLICT', 'this model is not being pulled', 'nothing_pulls')
