import { failure } from '../../kernel/errors.ts'

export const UnknownModel = failure('NOT_FOUND', 'there is no such embedding model')
export const ModelMissing = failure(
  'CONFLICT',
  'this embedding model is not on this machine yet',
  'model_missing',
)
export const ModelEmbedded = failure(
  'CONFLICT',
  'this embedding model comes with Companion and stays',
  'model_embedded',
)
export const ModelInUse = failure(
  'CONFLICT',
  'memories are found with this model, or soon will be',
  'model_in_use',
)
export const NothingDownloads = failure(
  'CONFLICT',
  'this embedding model is not being downloaded',
  'nothing_downloads',
)
