import { type Static, Type } from 'typebox'
import { ConfigSchema } from '../../kernel/config.ts'
import { closed, nullable } from '../../kernel/schema.ts'
import { engineFailureKinds } from './models/engine-failed.ts'

const { timeout_seconds, context_tokens } = ConfigSchema.properties.engine.properties

const BaseUrl = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^https?://[^\\s@]+$',
  description:
    'up to and with the version, such as http://127.0.0.1:11434/v1; https where it is not on this machine',
})
const ApiKey = nullable(Type.String({ minLength: 1, maxLength: 4_000, pattern: '^[\\x21-\\x7e]+$' }))
const ModelName = Type.String({ minLength: 1, maxLength: 300 })

export const Engine = Type.Object(
  {
    engine: Type.String({ description: '`builtin`, or the host and the model that write' }),
    model: nullable(Type.String()),
    base_url: nullable(Type.String()),
    has_api_key: Type.Boolean(),
    timeout_seconds: Type.Integer(),
    context_tokens: Type.Integer(),
    circuit: nullable(
      Type.Enum(['closed', 'open', 'half_open'], {
        description: 'open while the server is left alone, because it failed again and again',
      }),
    ),
    last_failure: nullable(Type.Enum([...engineFailureKinds])),
  },
  { $id: 'Engine' },
)
export type Engine = Static<typeof Engine>

export const EngineChange = Type.Object(
  {
    base_url: BaseUrl,
    model: ModelName,
    api_key: Type.Optional(
      Type.Union(ApiKey.anyOf, { description: 'left out, the key of the same server is kept' }),
    ),
    timeout_seconds: Type.Optional(timeout_seconds),
    context_tokens: Type.Optional(context_tokens),
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
    ),
  },
  closed,
)

export const ServerQuestion = Type.Object(
  { base_url: Type.Optional(BaseUrl), api_key: Type.Optional(ApiKey) },
  { ...closed, description: 'the server that is set, where nothing is given' },
)
export type ServerQuestion = Static<typeof ServerQuestion>

export const ServerModels = Type.Object({ base_url: Type.String(), models: Type.Array(Type.String()) })

export const FoundServers = Type.Object({
  items: Type.Array(
    Type.Object({
      base_url: Type.String(),
      kind: Type.Enum(['ollama', 'lm_studio', 'llama_cpp', 'vllm', 'other']),
      models: Type.Array(Type.String()),
    }),
  ),
  total: Type.Integer(),
})
