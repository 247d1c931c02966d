import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import { operation } from '../../kernel/operation.ts'
import { Page, pageOf } from '../../kernel/paging.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import { MappingNotFound, TopicTaken, UnknownTopic } from './failures.ts'
import * as schemas from './schemas.ts'
import { mappingStore } from './store.ts'

interface RoutingDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
}

/** What routing is given of the service. */
interface RoutingPorts {
  /** The names of the service's own topics. */
  readonly topics: readonly string[]
}

/** Routing: external names for topics of the service. */
export function openRouting({ store, once, bus, clock }: RoutingDependencies, { topics }: RoutingPorts) {
  const queries = mappingStore(store)
  const mappings = new Map(queries.all().map((row) => [row.external_topic, row.internal_topic]))

  const operations = {
    'routing.add': operation({
      rest: 'POST /routing/mapping',
      status: 201,
      access: 'admin',
      audited: ['external_topic', 'internal_topic'],
      summary: 'Give a topic of the service an external name',
      description: 'Who may subscribe to it, and whose events it sends, stays as it is for the topic.',
      input: schemas.NewMapping,
      output: schemas.Mapping,
      errors: [UnknownTopic, TopicTaken],
    }).handle((input, context) =>
      once(context, input, (tx) => {
        const { external_topic, internal_topic } = input
        if (!topics.includes(internal_topic)) throw UnknownTopic()
        if (topics.includes(external_topic) || queries.find(external_topic)) throw TopicTaken()
        const row = {
          external_topic,
          internal_topic,
          created_by: context.caller.actor,
          created_at: iso(clock.now()),
        }
        queries.insert(tx, row)
        tx.afterCommit(() => mappings.set(external_topic, internal_topic))
        return row
      }),
    ),

    'routing.remove': operation({
      rest: 'DELETE /routing/mapping/{external_topic}',
      access: 'admin',
      audited: ['external_topic'],
      summary: 'Take an external name back, also from whoever has subscribed to it',
      description: 'The topic itself, and whoever has subscribed to it by its own name, are not affected.',
      input: schemas.Target,
      output: schemas.Mapping,
      errors: [MappingNotFound],
    }).handle(({ external_topic }) =>
      store.write((tx) => {
        const row = queries.find(external_topic)
        if (!row) throw MappingNotFound()
        queries.remove(tx, external_topic)
        tx.afterCommit(() => {
          mappings.delete(external_topic)
          bus.publish('routing.removed', { external_topic })
        })
        return row
      }),
    ),

    'routing.list': operation({
      rest: 'GET /routing/mapping',
      access: 'admin',
      live: 10,
      summary: 'The external names of topics, newest first',
      description: 'Each with the topic that it stands for, and who has given it.',
      input: Page,
      output: schemas.MappingPage,
      errors: [],
    }).handle((input) => queries.list(pageOf(input))),
  }

  /** External names with the topics that they stand for, as they are now. */
  const live: ReadonlyMap<string, string> = mappings
  return {
    operations,
    mappings: live,
    list: () => [...live].map(([external_topic, internal_topic]) => ({ external_topic, internal_topic })),
  }
}
