import { failure } from '../../kernel/errors.ts'

export const UnknownTopic = failure('UNPROCESSABLE', 'the internal topic is unknown', 'unknown_topic')
export const TopicTaken = failure('CONFLICT', 'the external topic is taken', 'topic_taken')
export const MappingNotFound = failure('NOT_FOUND', 'the external topic is not mapped')
