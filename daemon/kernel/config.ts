import { IsArray, IsBoolean, IsObject, type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parseLocation } from './offline/backup-location.ts'
import { Access, accessRefusal } from './access.ts'
import { addressRefusal, maxServers, modelRefusal, serverName, serversOf } from './engine-server.ts'
import { readIfThere } from './home.ts'
import { HomeLocked } from './encryption/home-key.ts'
import { closed } from './schema.ts'
import { openWritten } from './encryption/written-secrets.ts'

const port = (fallback: number) => Type.Integer({ minimum: 0, maximum: 65_535, default: fallback })
const limit = (fallback: number) => Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback })
/** A path of the machine, or a secret: used, and never shown. */
const hidden = Type.String({ minLength: 1, hidden: true })

/** Every setting, its range and its default; `config.json` holds any part of it. */
export const ConfigSchema = Type.Object(
  {
    mode: Type.Enum(['coupled', 'detached'], { default: 'coupled' }),
    /** The address to listen on in detached mode; coupled mode is on the loopback, always. */
    host: Type.String({ minLength: 1, default: '0.0.0.0' }),
    http_port: port(8080),
    grpc_port: port(8081),
    tls: Type.Object(
      {
        cert: Type.Optional(hidden),
        key: Type.Optional(hidden),
        /** Whether the household's own authority signs the certificate of the server. */
        local: Type.Boolean({ default: false }),
        client_certificates: Type.Enum(['optional', 'required'], { default: 'optional' }),
      },
      { ...closed, default: {} },
    ),
    access: Access,
    password: Type.Object(
      {
        memory_kib: Type.Integer({ minimum: 19_456, maximum: 4_194_304, default: 65_536 }),
        passes: Type.Integer({ minimum: 2, maximum: 100, default: 3 }),
        lanes: Type.Integer({ minimum: 1, maximum: 64, default: 4 }),
        min_score: Type.Integer({ minimum: 0, maximum: 4, default: 2 }),
        breached_file: Type.Optional(hidden),
        range_url: Type.Optional(Type.String({ minLength: 1 })),
      },
      { ...closed, default: {} },
    ),
    sessions: Type.Object(
      {
        idle_days: Type.Integer({ minimum: 1, maximum: 30, default: 30 }),
        longest_days: Type.Integer({ minimum: 1, maximum: 90, default: 90 }),
      },
      { ...closed, default: {} },
    ),
    sign_in: Type.Object(
      {
        /** Whether everybody has a second factor, or who wants one. */
        second_factor: Type.Enum(['optional', 'required'], { default: 'optional' }),
      },
      { ...closed, default: {} },
    ),
    limits: Type.Object(
      {
        authentication_per_minute: limit(5),
        conversation_per_hour: limit(1_000),
        realtime_per_minute: limit(100),
        administrative_per_minute: limit(10),
      },
      { ...closed, default: {} },
    ),
    capacity: Type.Object(
      { goals: limit(1_000), memories: limit(200_000), memory_megabytes: limit(100) },
      { ...closed, default: {} },
    ),
    realtime: Type.Object(
      { heartbeat_seconds: Type.Integer({ minimum: 1, maximum: 300, default: 30 }) },
      { ...closed, default: {} },
    ),
    engine: Type.Object(
      {
        base_url: Type.Optional(Type.String({ minLength: 1, pattern: '^https?://' })),
        model: Type.Optional(Type.String({ minLength: 1 })),
        api_key: Type.Optional(hidden),
        timeout_seconds: Type.Integer({ minimum: 1, maximum: 25, default: 25 }),
        context_tokens: Type.Integer({ minimum: 1_024, maximum: 1_000_000, default: 4_096 }),
        /** Those that write after the one of `base_url`, in their order. */
        servers: Type.Optional(
          Type.Array(
            Type.Object(
              {
                base_url: Type.String({ minLength: 1, pattern: '^https?://' }),
                model: Type.String({ minLength: 1 }),
                api_key: Type.Optional(hidden),
              },
              closed,
            ),
            { maxItems: maxServers },
          ),
        ),
        /** Whether the model of this machine writes before all servers or after them, where `local.after` says nothing else. */
        first: Type.Enum(['server', 'local'], { default: 'server' }),
        local: Type.Object(
          {
            /** The id of a chat model of the manifest, or the path of a GGUF file. */
            model: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
            /** In MiB; left out, 60 % of the machine's. */
            memory_mb: Type.Optional(Type.Integer({ minimum: 64, maximum: 1_048_576 })),
            idle_minutes: Type.Integer({ minimum: 1, maximum: 1_440, default: 10 }),
            /** So many servers write before it. */
            after: Type.Optional(Type.Integer({ minimum: 0, maximum: maxServers })),
          },
          { ...closed, default: {} },
        ),
      },
      { ...closed, default: {} },
    ),
    voice: Type.Object(
      {
        /** The path of a model of speakers in ONNX; without one voices are not recognised. */
        model: Type.Optional(hidden),
      },
      { ...closed, default: {} },
    ),
    backups: Type.Object(
      {
        daily: Type.Boolean({ default: true }),
        keep: Type.Integer({ minimum: 1, maximum: 365, default: 7 }),
        /** Where encrypted backups go to: the path of a folder on another disk, or the address of a server. */
        destination: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
      },
      { ...closed, default: {} },
    ),
    log: Type.Object(
      {
        level: Type.Enum(['debug', 'info', 'warn', 'error'], { default: 'info' }),
        megabytes: Type.Integer({ minimum: 1, maximum: 1_000, default: 10 }),
        files: Type.Integer({ minimum: 2, maximum: 100, default: 5 }),
      },
      { ...closed, default: {} },
    ),
  },
  closed,
)

export type Config = Static<typeof ConfigSchema>

/** A setting with the value that holds, and where that came from. */
export interface Setting {
  /** Its path in `config.json`, with dots. */
  readonly name: string
  /** Null where there is none, and where it is hidden. */
  readonly value: string | number | boolean | null
  readonly source: 'default' | 'file' | 'environment'
  /** Whether there is a value that is not shown. */
  readonly hidden: boolean
}

export interface LoadedConfig {
  readonly config: Config
  readonly settings: Setting[]
}

const leaves = leavesOf(ConfigSchema)

/** A setting that stops the start: says where it is and what was expected. */
export class ConfigError extends Error {}

/**
 * Reads `file` (none is like an empty one), lets `COMPANION_*` variables override single settings, fills in the
 * defaults and validates the whole; the answer says of each setting where it came from. Throws `ConfigError` for an
 * unknown key, a bad value or broken JSON.
 */
export function loadConfig(file: string, environment: NodeJS.ProcessEnv): LoadedConfig {
  return resolveConfig(readWritten(file), file, environment)
}

/** The same before an encrypted home is unlocked: its secrets stay sealed. */
export function loadSealedConfig(file: string, environment: NodeJS.ProcessEnv): LoadedConfig {
  return resolveConfig(parseWritten(file), file, environment)
}

/** The same, of what is to be written into `file`. */
export function resolveConfig(
  written: Record<string, unknown>,
  file: string,
  environment: NodeJS.ProcessEnv,
): LoadedConfig {
  const overridden = new Set<string>()
  for (const { path, read } of leaves) {
    const name = `COMPANION_${path.join('_').toUpperCase()}`
    const text = environment[name]
    if (text === undefined || text === '') continue
    assign(written, path, read(text))
    overridden.add(path.join('.'))
  }
  const given = structuredClone(written)
  const config: unknown = Value.Default(ConfigSchema, written)
  if (!Value.Check(ConfigSchema, config)) throw new ConfigError(`${file}: ${explain(config)}`)
  assertTls(config, file)
  assertAccess(config, file)
  assertEngine(config.engine, file)
  if (config.backups.destination !== undefined && parseLocation(config.backups.destination) === null)
    throw new ConfigError(
      `${file}: backups.destination must be the whole path of a folder, or an https:// or s3+https:// address`,
    )
  const settings = leaves.map(({ path, secret }): Setting => {
    const name = path.join('.')
    const value = valueAt(config, path)
    const hidden = secret && value !== null
    const origin = valueAt(given, path) === null ? 'default' : 'file'
    return {
      name,
      value: hidden ? null : value,
      source: overridden.has(name) ? 'environment' : origin,
      hidden,
    }
  })
  return { config, settings }
}

/** Whether there is a certificate for the server: given, or signed by the household's own authority. */
export const hasTls = ({ cert, key, local }: Config['tls']): boolean => local || Boolean(cert && key)

/** Whether the daemon speaks TLS anywhere: over the loopback of coupled mode, and to containers, it does not. */
export const speaksTls = ({ mode, tls, access }: Pick<Config, 'mode' | 'tls' | 'access'>): boolean =>
  hasTls(tls) && (mode === 'detached' || access.networks.some(({ container }) => !container))

function assertTls({ mode, tls }: Config, file: string): void {
  if (tls.local && (tls.cert || tls.key))
    throw new ConfigError(`${file}: tls.local signs a certificate itself; leave tls.cert and tls.key out`)
  if (mode === 'detached' && !hasTls(tls))
    throw new ConfigError(
      `${file}: detached mode needs tls.cert and tls.key, the paths of PEM files, or tls.local`,
    )
}

function assertAccess({ mode, tls, access: { networks } }: Config, file: string): void {
  if (networks.length === 0) return
  if (mode === 'detached')
    throw new ConfigError(
      `${file}: access.networks is for coupled mode; detached mode is open to every network`,
    )
  const refusal = accessRefusal(networks, hasTls(tls))
  if (refusal !== null) throw new ConfigError(`${file}: access.networks${refusal}`)
}

function assertEngine(engine: Config['engine'], file: string): void {
  const { base_url, model } = engine
  if ((base_url === undefined) !== (model === undefined))
    throw new ConfigError(`${file}: engine.base_url and engine.model are given together`)
  const servers = serversOf(engine)
  for (const [at, one] of servers.entries()) {
    const above = base_url === undefined ? `servers.${at}` : at === 0 ? '' : `servers.${at - 1}`
    const setting = above === '' ? 'engine' : `engine.${above}`
    const address = addressRefusal(one.base_url)
    if (address !== null) throw new ConfigError(`${file}: ${setting}.base_url ${address}`)
    const name = modelRefusal(one.model)
    if (name !== null) throw new ConfigError(`${file}: ${setting}.model ${name}`)
  }
  if (servers.length > maxServers)
    throw new ConfigError(`${file}: engine.servers are too many; ${maxServers} may be set in all`)
  const names = servers.map(serverName)
  if (new Set(names).size < names.length) throw new ConfigError(`${file}: engine.servers has one twice`)
}

/** What stands in `file`; none is like an empty one. Throws `ConfigError` where that is no JSON object. */
export const readWritten = (file: string): Record<string, unknown> => parseWritten(file, openWritten)

function parseWritten(
  file: string,
  open: (written: unknown, file: string) => unknown = (written) => written,
): Record<string, unknown> {
  const text = readIfThere(file) ?? '{}'
  try {
    const parsed = open(JSON.parse(text), file)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch (error) {
    if (error instanceof HomeLocked) throw error
    throw new ConfigError(`${file}: is not valid JSON`)
  }
  throw new ConfigError(`${file}: must hold one JSON object`)
}

interface Leaf {
  readonly path: readonly string[]
  readonly secret: boolean
  /** What the text of an environment variable means. */
  readonly read: (text: string) => unknown
}

/** All settings that are not objects themselves. */
function leavesOf({ properties }: TObject, above: readonly string[] = []): Leaf[] {
  return Object.entries(properties).flatMap(([key, inner]) =>
    IsObject(inner)
      ? leavesOf(inner, [...above, key])
      : [{ path: [...above, key], secret: 'hidden' in inner, read: readerOf(inner) }],
  )
}

/** The value of a setting, which validation has shown to be one; null where there is none. */
function valueAt(config: unknown, path: readonly string[]): Setting['value'] {
  let inner = config
  for (const key of path) inner = (inner as Record<string, unknown> | undefined)?.[key]
  if (!Array.isArray(inner)) return (inner ?? null) as Setting['value']
  return inner.length === 0 ? null : inner.map(listedAs).join(', ')
}

/** How one of a list is shown: by its name, or as the model of its server. */
const listedAs = (one: { readonly name: string } | { readonly base_url: string; readonly model: string }) =>
  'name' in one ? one.name : `${one.model} (${one.base_url})`

function assign(
  target: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) target[key] = value
  else {
    const inner = target[key] ?? {}
    // What is no object is wrong as it stands, and is refused as such.
    if (typeof inner !== 'object' || Array.isArray(inner)) return
    const next = { ...inner }
    target[key] = next
    assign(next, rest, value)
  }
}

function readerOf(schema: TSchema): (text: string) => unknown {
  return IsArray(schema) ? listed : IsBoolean(schema) ? switched : scalar
}

/** A list is JSON; what is none is refused as it stands. */
function listed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function switched(text: string): unknown {
  return ['true', 'false'].includes(text) ? text === 'true' : text
}

function scalar(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text
}

function explain(config: unknown): string {
  const errors = Value.Errors(ConfigSchema, config)
  const [first] = errors
  const superfluous = errors.find((error) => error.keyword === 'additionalProperties')
  if (superfluous) {
    const keys = superfluous.params.additionalProperties.join(', ')
    return `unknown setting ${dotted(superfluous.instancePath, keys)}`
  }
  if (!first) return 'does not fit'
  const allowed = first.keyword === 'enum' ? ` (${first.params.allowedValues.join(', ')})` : ''
  return `${dotted(first.instancePath)} ${first.message}${allowed}`
}

const dotted = (pointer: string, key = '') =>
  [...pointer.split('/').filter(Boolean), ...(key ? [key] : [])].join('.')
