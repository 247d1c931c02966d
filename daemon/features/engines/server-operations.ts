import { maxServers, serverName } from '../../kernel/engine-server.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { BrokenConfig, SetByEnvironment } from '../../kernel/running-config.ts'
import { assertServer, type EngineOperationsDependencies, keyFor } from './engine-operations.ts'
import * as schemas from './schemas.ts'
import { engineShown } from './engine-shown.ts'
import { ServerAlreadySet, TooManyServers, UnknownServer } from './failures.ts'
import { localName } from './local/local-engine.ts'
import { isServer, type Place, placesOf, withPlaces } from './engine-order.ts'

type Dependencies = Pick<EngineOperationsDependencies, 'engine' | 'next' | 'store' | 'requireRecentSignIn'>

/** What an admin sets of several engines, which write in an order. */
export function serverOperations({ engine, next, store, requireRecentSignIn }: Dependencies) {
  const nameOf = (place: Place) =>
    isServer(place) ? serverName(place) : localName(engine.settings().local.model ?? '')

  return {
    'engine.add_server': operation({
      rest: 'POST /engine/servers',
      access: 'admin',
      scopes: [],
      audited: ['base_url', 'model', 'at'],
      summary: 'Let one more model server write the replies',
      description:
        'It writes where those before it cannot, for each member who agrees to its origin. `timeout_seconds` and ' +
        '`context_tokens` are of all engines; left out, they stay. Wants a sign-in of the last 5 minutes, or the password.',
      input: schemas.ServerAddition,
      output: schemas.Engine,
      errors: [ServerAlreadySet, TooManyServers, SetByEnvironment, BrokenConfig],
    }).handle(async ({ base_url, model, api_key, at, password, ...shared }, context) => {
      assertServer({ base_url, model })
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      const settings = engine.settings()
      const places = placesOf(settings)
      const server = { base_url, model, ...keyFor(engine, base_url, api_key) }
      if (places.some((place) => isServer(place) && nameOf(place) === serverName(server)))
        throw ServerAlreadySet()
      if (places.filter(isServer).length >= maxServers) throw TooManyServers({ limit: maxServers })
      const changed = places.toSpliced(at ?? places.length, 0, server)
      engine.change(withPlaces({ ...settings, ...shared }, changed))
      return engineShown(engine, next)
    }),

    'engine.remove_server': operation({
      rest: 'DELETE /engine/servers',
      access: 'admin',
      audited: ['base_url', 'model'],
      summary: 'Let a model server write no replies any more',
      description: 'Its address, its model and its key are forgotten.',
      input: schemas.ServerTarget,
      output: schemas.Engine,
      errors: [UnknownServer, SetByEnvironment, BrokenConfig],
    }).handle(({ base_url, model }) => {
      const settings = engine.settings()
      const places = placesOf(settings)
      const rest = places.filter(
        (place) => !isServer(place) || place.base_url !== base_url || place.model !== model,
      )
      if (rest.length === places.length) throw UnknownServer()
      engine.change(withPlaces(settings, rest))
      return engineShown(engine, next)
    }),

    'engine.reorder': operation({
      rest: 'PUT /engine/order',
      access: 'admin',
      audited: ['order'],
      summary: 'Say which engine writes first, and which where that cannot',
      description: 'The built-in engine is always the last.',
      input: schemas.NewOrder,
      output: schemas.Engine,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(({ order }) => {
      const settings = engine.settings()
      const places = new Map(placesOf(settings).map((place) => [nameOf(place), place]))
      const changed = order.flatMap((name) => places.get(name) ?? [])
      if (changed.length !== order.length || new Set(order).size !== places.size)
        throw invalidRequest('order', 'must name every engine that is set once, without the built-in one')
      engine.change(withPlaces(settings, changed))
      return engineShown(engine, next)
    }),
  }
}
