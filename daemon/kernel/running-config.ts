import { type Config, ConfigError, loadConfig, readWritten, resolveConfig, type Setting } from './config.ts'
import { failure } from './errors.ts'
import { writeSecret } from './home.ts'

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

/** The settings of a daemon that runs. Most hold until it stops; those of the engine can be changed. */
export interface RunningConfig {
  readonly config: Config
  /** Every setting, with the value that holds. */
  readonly settings: () => readonly Setting[]
  readonly engine: () => Engine
  /**
   * Writes the settings of the engine into `config.json`; what is left out has its default. Throws `SetByEnvironment`
   * where the environment has one of them, `BrokenConfig` where the file does not fit.
   */
  readonly changeEngine: (engine: Partial<Engine>) => void
  /** Throws `SetByEnvironment` where the environment has one of the settings of the engine. */
  readonly assertEngineChangeable: () => void
}

const ofEngine = ({ name }: Setting) => name.startsWith('engine.')

/** Loads the settings of a daemon; throws `ConfigError`. */
export function openConfig(file: string, environment: NodeJS.ProcessEnv): RunningConfig {
  const { config, settings: loaded } = loadConfig(file, environment)
  let settings: readonly Setting[] = loaded
  let { engine } = config

  const assertEngineChangeable = () => {
    const fixed = settings.find((one) => ofEngine(one) && one.source === 'environment')
    if (fixed) throw SetByEnvironment({ setting: fixed.name })
  }

  return {
    config,
    settings: () => settings,
    engine: () => engine,
    changeEngine: (changed) => {
      assertEngineChangeable()
      const next = changedConfig(file, changed, environment)
      writeSecret(file, next.text)
      engine = next.config.engine
      // Whatever else was edited in the file holds from the next start on.
      const now = new Map(next.settings.map((one) => [one.name, one]))
      settings = settings.map((one) => (ofEngine(one) ? (now.get(one.name) ?? one) : one))
    },
    assertEngineChangeable,
  }
}

function changedConfig(file: string, engine: Partial<Engine>, environment: NodeJS.ProcessEnv) {
  try {
    const written = { ...readWritten(file), engine }
    const text = `${JSON.stringify(written, null, 2)}\n`
    return { text, ...resolveConfig(structuredClone(written), file, environment) }
  } catch (error) {
    if (error instanceof ConfigError) throw BrokenConfig()
    throw error
  }
}
