import { type Static, Type } from 'typebox'
import { ConfigSchema } from '../../kernel/config.ts'
import { closed, nullable } from '../../kernel/schema.ts'
import { engineFailureKinds } from './models/engine-failed.ts'
import { nextFailures } from './next-model.ts'

const { timeout_seconds, context_tokens, local } = ConfigSchema.properties.engine.properties
const { memory_mb, idle_minutes } = local.properties

const Password = Type.Optional(
  Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
)

const BaseUrl = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^https?://[^\\s@]+$',
  description:
    'up to and with the version, such as http://127.0.0.1:11434/v1; https where it is not on this machine',
})
const ApiKey = nullable(Type.String({ minLength: 1, maxLength: 4_000, pattern: '^[\\x21-\\x7e]+$' }))
const ModelName = Type.String({ minLength: 1, maxLength: 300 })

const Circuit = Type.Enum(['closed', 'open', 'half_open'], {
  description: 'open while the model is left alone, because it failed again and again',
})

export const Engine = Type.Object(
  {
    engine: Type.String({
      description: '`builtin`, or the model that writes first: `local:` and its name, or its host and name',
    }),
    order: Type.Array(Type.String(), {
      description: 'who writes, each where the one before cannot; the built-in engine last',
    }),
    model: nullable(Type.String()),
    base_url: nullable(Type.String()),
    has_api_key: Type.Boolean(),
    timeout_seconds: Type.Integer(),
    context_tokens: Type.Integer(),
    circuit: nullable(Circuit),
    last_failure: nullable(Type.Enum([...engineFailureKinds])),
    local: nullable(
      Type.Object(
        {
          model: Type.String({ description: 'its id, or the path of its file' }),
          name: Type.String({ description: 'as replies name it' }),
          memory_mb: Type.Integer({ description: 'what it may take' }),
          idle_minutes: Type.Integer({
            description: 'after how long without a message it gives back its memory',
          }),
          asleep: Type.Boolean({ description: 'whether it is not in memory just now' }),
          circuit: Circuit,
          last_failure: nullable(Type.Enum([...engineFailureKinds])),
        },
        { description: 'the language model of this machine; null where none is set' },
      ),
    ),
    next: nullable(
      Type.Object(
        {
          model: Type.String({ description: 'its id' }),
          failure: Type.Union([Type.Enum([...nextFailures]), Type.Null()], {
            description: 'why it is not used although it is here',
          }),
        },
        { description: 'the language model that is on its way to this machine, to be used once it is here' },
      ),
    ),
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
    password: Password,
  },
  closed,
)

export const LocalChange = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 4_096, description: 'an id, or the path of a GGUF file' }),
    memory_mb: Type.Optional(memory_mb),
    idle_minutes: Type.Optional(idle_minutes),
    first: Type.Optional(
      Type.Boolean({ default: true, description: 'whether it writes before a model server that is set' }),
    ),
    download: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'fetch it where it is not here, and use it as soon as it is',
      }),
    ),
    password: Password,
  },
  closed,
)

export const LocalModels = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        title: Type.String(),
        licence: Type.String(),
        parameters: Type.Number({ description: 'in billions' }),
        max_tokens: Type.Integer({ description: 'what it takes in and writes at once, at most' }),
        bytes: Type.Integer({ description: 'its size' }),
        required_mb: Type.Integer({ description: 'about what it takes of the memory' }),
        fits: Type.Boolean({ description: 'whether this machine has that to give' }),
        recommended: Type.Boolean({ description: 'the one to take on this machine' }),
        here: Type.Boolean({ description: 'whether its file is on this machine' }),
      },
      { $id: 'LocalModel' },
    ),
  ),
  total: Type.Integer(),
  machine: Type.Object(
    {
      memory_mb: Type.Integer({ description: 'all of its memory' }),
      available_mb: Type.Integer({ description: 'what a model may take of it' }),
      cores: Type.Integer(),
    },
    { description: 'the machine that they would run on' },
  ),
})

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
