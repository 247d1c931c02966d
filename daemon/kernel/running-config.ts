import { type Config, ConfigError, loadConfig, readWritten, resolveConfig, type Setting } from './config.ts'
import { failure } from './errors.ts'
import { writeSecret } from './home.ts'
import { sealWritten } from './encryption/written-secrets.ts'

export const SetByEnvironment = failure(
  'CONFLICT',
  'this is set by the environment of the daemon',
  'set_by_environment',
)
export const BrokenConfig = failure(
  'CONFLICT',
  'config.json was edited and does not fit any more',
  'broken_config',
)

type Engine = Config['engine']

/** The settings of a daemon that runs. Most hold until it stops; the engine and the destination of backups can be changed. */
export interface RunningConfig {
  readonly config: Config
  readonly settings: () => readonly Setting[]
  readonly engine: () => Engine
  /**
   * Writes the settings of the engine into `config.json`; what is left out has its default. Throws `SetByEnvironment`
   * where the environment has one of them, `BrokenConfig` where the file does not fit.
   */
  readonly changeEngine: (engine: Partial<Engine>) => void
  /** Throws `SetByEnvironment` where the environment has one of the settings of the engine. */
  readonly assertEngineChangeable: () => void
  readonly destination: () => string | undefined
  /**
   * Writes that location into `config.json`, where it is another one; undefined takes it out. Throws `SetByEnvironment` where
   * the environment has it, `BrokenConfig` where the file does not fit.
   */
  readonly changeDestination: (location: string | undefined) => void
}

const ofEngine = ({ name }: Setting) => name.startsWith('engine.')
const ofDestination = ({ name }: Setting) => name === 'backups.destination'

/** Loads the settings of a daemon; throws `ConfigError`. */
export function openConfig(file: string, environment: NodeJS.ProcessEnv): RunningConfig {
  const { config, settings: loaded } = loadConfig(file, environment)
  let settings: readonly Setting[] = loaded
  let { engine } = config
  let { destination } = config.backups

  const assertChangeable = (those: (setting: Setting) => boolean) => {
    const fixed = settings.find((one) => those(one) && one.source === 'environment')
    if (fixed) throw SetByEnvironment({ setting: fixed.name })
  }
  const assertEngineChangeable = () => assertChangeable(ofEngine)

  /** Writes some of the settings, and answers what holds of them then. */
  const change = (
    those: (setting: Setting) => boolean,
    edit: (written: Record<string, unknown>) => object,
  ) => {
    assertChangeable(those)
    const next = changedConfig(file, edit, environment)
    writeSecret(file, next.text)
    // Whatever else was edited in the file holds from the next start on.
    const now = new Map(next.settings.map((one) => [one.name, one]))
    settings = settings.map((one) => (those(one) ? (now.get(one.name) ?? one) : one))
    return next.config
  }

  return {
    config,
    settings: () => settings,
    engine: () => engine,
    changeEngine: (changed) => {
      ;({ engine } = change(ofEngine, (written) => ({ ...written, engine: changed })))
    },
    assertEngineChangeable,
    destination: () => destination,
    changeDestination: (location) => {
      if (location === destination) return
      const { backups } = change(ofDestination, (written) => ({
        ...written,
        backups: { ...(written['backups'] as object | undefined), destination: location },
      }))
      ;({ destination } = backups)
    },
  }
}

function changedConfig(
  file: string,
  edit: (written: Record<string, unknown>) => object,
  environment: NodeJS.ProcessEnv,
) {
  try {
    const written: Record<string, unknown> = { ...edit(readWritten(file)) }
    const text = `${JSON.stringify(sealWritten(written, file), null, 2)}\n`
    return { text, ...resolveConfig(structuredClone(written), file, environment) }
  } catch (error) {
    if (error instanceof ConfigError) throw BrokenConfig()
    throw error
  }
}
