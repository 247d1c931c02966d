import { Type } from 'typebox'
import { listOf } from '../../kernel/paging.ts'
import { closed } from '../../kernel/schema.ts'

const Topic = Type.String({ minLength: 1, maxLength: 100 })

export const NewMapping = Type.Object(
  {
    external_topic: Type.String({
      maxLength: 100,
      pattern: '^[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)*$',
      description: 'what clients subscribe to: words of a-z, 0-9, dash and underscore, joined by dots',
    }),
    internal_topic: Type.String({ minLength: 1, maxLength: 100, description: 'a topic of the service' }),
  },
  closed,
)

export const Target = Type.Object({ external_topic: Topic }, closed)

export const Mapping = Type.Object(
  {
    external_topic: Topic,
    internal_topic: Topic,
    created_by: Type.String({ description: 'user:<uuid> or system:<name>' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Mapping' },
)

export const MappingPage = listOf(Mapping)
