import type * as schemas from './engine-schemas.ts'
import type { CurrentEngine } from './models/current-engine.ts'
import type { NextModel } from './next-model.ts'
import { maxBytesOf, mebibyte } from './models/local-engine.ts'

/** What an admin is shown of the engines that are set. */
export function engineShown(engine: CurrentEngine, next: Pick<NextModel, 'current'>): schemas.Engine {
  const [server, local, settings] = [engine.server(), engine.local(), engine.settings()]
  const { base_url = null, model = null, api_key, timeout_seconds, context_tokens } = settings
  const { circuit, last_failure } = server?.health() ?? { circuit: null, last_failure: null }
  const order = [...engine.inOrder().map(({ name }) => name), 'builtin']
  return {
    engine: order[0] ?? 'builtin',
    order,
    model,
    base_url,
    has_api_key: api_key !== undefined,
    timeout_seconds,
    context_tokens,
    circuit,
    last_failure,
    local: local && {
      model: settings.local.model ?? '',
      name: local.name,
      memory_mb: Math.floor(maxBytesOf(settings.local) / mebibyte),
      idle_minutes: settings.local.idle_minutes,
      asleep: local.pid() === null,
      circuit: local.health().circuit,
      last_failure: local.health().last_failure,
    },
    next: next.current(),
  }
}
