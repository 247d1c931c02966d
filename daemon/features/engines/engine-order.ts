import { serverName, type SetServer, serversOf } from '../../kernel/engine-server.ts'
import type { RunningConfig } from '../../kernel/running-config.ts'

export type EngineSettings = ReturnType<RunningConfig['engine']>

/** Who writes in a place: the model of a server, or that of this machine. */
export type Place = SetServer | 'local'

/** All that are set, in the order in which they write: each where the one before cannot. */
export function placesOf(settings: EngineSettings): readonly Place[] {
  const { first, local } = settings
  const places: readonly Place[] = serversOf(settings)
  if (local.model === undefined) return places
  return places.toSpliced(local.after ?? (first === 'local' ? 0 : places.length), 0, 'local')
}

export const isServer = (place: Place): place is SetServer => place !== 'local'

/** The settings with others in their places, as the file keeps them: the first server by itself, the rest as a list. */
export function withPlaces(settings: EngineSettings, places: readonly Place[]): Partial<EngineSettings> {
  const { timeout_seconds, context_tokens, first, local } = settings
  const { after: _, ...rest } = local
  const [server, ...others] = places.filter(isServer)
  const at = places.indexOf('local')
  const isBetween = at > 0 && at <= others.length
  return {
    ...server,
    ...(others.length > 0 ? { servers: others } : {}),
    timeout_seconds,
    context_tokens,
    first: at < 0 || server === undefined ? first : at === 0 ? 'local' : 'server',
    local: isBetween ? { ...rest, after: at } : rest,
  }
}

/** The places once `server` is the first one of them, in the place of the one that was. */
export function withFirstServer(settings: EngineSettings, server: SetServer): readonly Place[] {
  const places = placesOf(settings)
  const at = places.findIndex(isServer)
  const isOther = (place: Place) => !isServer(place) || serverName(place) !== serverName(server)
  if (at >= 0) return [...places.slice(0, at), server, ...places.slice(at + 1).filter(isOther)]
  return settings.first === 'local' ? [...places, server] : [server, ...places]
}
