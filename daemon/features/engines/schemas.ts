import { type Static, Type } from 'typebox'
import { ConfigSchema } from '../../kernel/config.ts'
import { maxServers } from '../../kernel/engine-server.ts'
import { closed, nullable } from '../../kernel/schema.ts'
import { engineFailureKinds } from './models/engine-failed.ts'
import { nextFailures } from './local/next-model.ts'

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

const LastFailure = nullable(Type.Enum([...engineFailureKinds]))

const Server = Type.Object(
  {
    name: Type.String({ description: 'as replies name it' }),
    base_url: Type.String(),
    model: Type.String(),
    has_api_key: Type.Boolean(),
    circuit: Circuit,
    last_failure: LastFailure,
  },
  { $id: 'EngineServer' },
)

export const Engine = Type.Object(
  {
    engine: Type.String({
      description: '`builtin`, or the model that writes first: `local:` and its name, or its host and name',
    }),
    order: Type.Array(Type.String(), {
      description: 'who writes, each where the one before cannot; the built-in engine last',
    }),
    model: nullable(Type.String({ description: 'of the first server; null where none is set' })),
    base_url: nullable(Type.String()),
    has_api_key: Type.Boolean(),
    timeout_seconds: Type.Integer(),
    context_tokens: Type.Integer(),
    circuit: nullable(Circuit),
    last_failure: LastFailure,
    servers: Type.Array(Server, { description: 'the model servers, in the order in which they write' }),
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
          state: Type.Enum(['asleep', 'loading', 'ready'], {
            description: 'whether it is in memory, or on its way there',
          }),
          circuit: Circuit,
          last_failure: LastFailure,
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

export const ServerAddition = Type.Object(
  {
    ...EngineChange.properties,
    at: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxServers,
        description:
          'its place in `order`, 0 to write first; left out, it is the last before the built-in engine',
      }),
    ),
  },
  closed,
)

export const ServerTarget = Type.Object({ base_url: BaseUrl, model: ModelName }, closed)

export const NewOrder = Type.Object(
  {
    order: Type.Array(Type.String({ minLength: 1, maxLength: 4_500 }), {
      minItems: 1,
      maxItems: maxServers + 1,
      description: 'every name that `order` shows but `builtin`, each once',
    }),
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

const BytesPerSecond = nullable(
  Type.Integer({ description: 'how fast it comes, by the last 5 s; null until that is known' }),
)
const SecondsLeft = nullable(Type.Integer({ description: 'how long it takes at that speed' }))

export const LocalModel = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    own: Type.Boolean({ description: 'whether it was added here, by its address' }),
    licence: nullable(Type.String({ description: 'null where Companion does not know it' })),
    parameters: nullable(Type.Number({ description: 'in billions; null where Companion does not know it' })),
    max_tokens: nullable(
      Type.Integer({ description: 'what it takes in and writes at once, at most; null likewise' }),
    ),
    bytes: Type.Integer({ description: 'its size; 0 until its server has told it' }),
    required_mb: Type.Integer({ description: 'about what it takes of the memory' }),
    fits: Type.Boolean({ description: 'whether this machine has that to give' }),
    recommended: Type.Boolean({ description: 'the one to take on this machine' }),
    here: Type.Boolean({ description: 'whether its file is on this machine' }),
    state: Type.Enum(['missing', 'downloading', 'ready', 'failed']),
    bytes_done: Type.Integer({ description: 'how much of it is on this machine' }),
    bytes_total: nullable(Type.Integer({ description: 'null until its server has told it' })),
    bytes_per_second: BytesPerSecond,
    seconds_left: SecondsLeft,
    failure: nullable(Type.String({ description: 'why the download failed' })),
  },
  { $id: 'LocalModel' },
)
export type LocalModel = Static<typeof LocalModel>

export const LocalModels = Type.Object({
  items: Type.Array(LocalModel),
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

export const OwnModel = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: '^https?://\\S+$',
      description: 'of one GGUF file; https where it is not on this machine',
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F]{64}$',
        description: 'its checksum; left out, the one that its server tells, where it does',
      }),
    ),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'left out, the name of the file' }),
    ),
    password: Password,
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
      suggested: Type.Array(Type.String(), {
        description:
          'models that Ollama can fetch and that fit this machine, the best first; none for other servers',
      }),
    }),
  ),
  total: Type.Integer(),
})

export const PullRequest = Type.Object({ ...ServerTarget.properties, password: Password }, closed)

export const Pull = Type.Object(
  {
    base_url: Type.String(),
    model: Type.String(),
    state: Type.Enum(['pulling', 'done', 'failed']),
    bytes_done: Type.Integer(),
    bytes_total: nullable(Type.Integer({ description: 'of the parts that the server has told of so far' })),
    bytes_per_second: BytesPerSecond,
    seconds_left: SecondsLeft,
    failure: nullable(Type.String({ description: 'why it failed' })),
  },
  { $id: 'Pull' },
)
export type Pull = Static<typeof Pull>

export const Pulls = Type.Object({ items: Type.Array(Pull), total: Type.Integer() })
