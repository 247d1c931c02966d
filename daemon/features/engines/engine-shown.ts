import { serverName } from '../../kernel/engine-server.ts'
import type * as schemas from './schemas.ts'
import type { CurrentEngine } from './current-engine.ts'
import type { NextModel } from './local/next-model.ts'
import { maxBytesOf, mebibyte } from './local/local-engine.ts'

/** What an admin is shown of the engines that are set. */
export function engineShown(engine: CurrentEngine, next: Pick<NextModel, 'current'>): schemas.Engine {
  const settings = engine.settings()
  const order = [...engine.inOrder().map(({ name }) => name), 'builtin']
  const servers = engine.servers().map(({ server, health }) => {
    const { base_url, model, api_key } = server
    const { circuit, last_failure } = health()
    const name = serverName(server)
    return { name, base_url, model, has_api_key: api_key !== undefined, circuit, last_failure }
  })
  const [first] = servers
  return {
    engine: order[0] ?? 'builtin',
    order,
    model: first?.model ?? null,
    base_url: first?.base_url ?? null,
    has_api_key: first?.has_api_key ?? false,
    timeout_seconds: settings.timeout_seconds,
    context_tokens: settings.context_tokens,
    circuit: first?.circuit ?? null,
    last_failure: first?.last_failure ?? null,
    servers,
    local: localShown(engine),
    next: next.current(),
  }
}

function localShown(engine: CurrentEngine): schemas.Engine['local'] {
  const local = engine.local()
  if (local === null) return null
  const settings = engine.settings().local
  const { circuit, last_failure } = local.health()
  const state = local.state()
  return {
    model: settings.model ?? '',
    name: local.name,
    memory_mb: Math.floor(maxBytesOf(settings) / mebibyte),
    idle_minutes: settings.idle_minutes,
    asleep: state === 'asleep',
    state,
    circuit,
    last_failure,
  }
}
