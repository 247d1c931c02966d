import { agency, agencyTopics } from './features/agency/operations.ts'
import { backups } from './features/backups/operations.ts'
import { conversation, conversationTopics } from './features/conversation/operations.ts'
import { embedding } from './features/embedding/operations.ts'
import { emotion, emotionTopics } from './features/emotion/operations.ts'
import { identity } from './features/identity/operations.ts'
import { interactions, interactionTopics } from './features/interactions/operations.ts'
import { memory } from './features/memory/operations.ts'
import { logOperations } from './features/operations/log-operations.ts'
import { operations, operationsTopics } from './features/operations/operations.ts'
import { defaultTraits } from './features/personality/nature.ts'
import { personality, personalityTopics } from './features/personality/operations.ts'
import { routing } from './features/routing/operations.ts'
import { security } from './features/security/operations.ts'

/** Every topic that clients may subscribe to, by its name. */
export const topics = {
  ...emotionTopics,
  ...personalityTopics,
  ...conversationTopics,
  ...agencyTopics,
  ...operationsTopics,
  ...interactionTopics,
}

type NeedsOf<F extends (needs: never) => unknown> = Parameters<F>[0]

type Needs = NeedsOf<typeof interactions> &
  Omit<NeedsOf<typeof routing>, 'topics'> &
  Omit<NeedsOf<typeof embedding>, 'inUse'> &
  Omit<NeedsOf<typeof memory>, 'embedding'> &
  Omit<NeedsOf<typeof emotion>, 'traits'> &
  Omit<NeedsOf<typeof personality>, 'mood' | 'traitsChanged'> &
  Omit<NeedsOf<typeof conversation>, 'ports'> &
  Omit<NeedsOf<typeof identity>, 'erasers'> &
  Omit<NeedsOf<typeof backups>, 'inhabited' | 'demandRecent'> &
  Omit<NeedsOf<typeof security>, 'locked' | 'liveSessions'> &
  Omit<NeedsOf<typeof operations>, 'gateway' | 'modelServer'> & {
    readonly gateway: Omit<NeedsOf<typeof operations>['gateway'], 'liveSessions' | 'mappings' | 'topics'>
  }

/** Every feature of the daemon, opened: one line a feature, and what one is told of another. */
export function openFeatures(needs: Needs) {
  const asking = interactions(needs)
  const embedded = embedding({ ...needs, inUse: (model) => remembering.uses(model) })
  const { embed } = embedded.embedder
  const fusionWeight = (model: string) => embedded.models.entry(model).fusion_weight
  const demand = (model: string) => void embedded.models.locate(model)
  const remembering = memory({ ...needs, embedding: { embed, demand, fusionWeight } })
  const feeling = emotion({ ...needs, traits: defaultTraits })
  const being = personality({ ...needs, mood: feeling.state, traitsChanged: feeling.setBaseline })
  const profile = (uuid: string) => identifying.profile(uuid)
  const goals = agency({
    ...needs,
    ...asking,
    say: (tx, uuid, content) => talking.say(tx, uuid, content),
    preferences: (uuid) => profile(uuid)?.preferences,
    memories: remembering.ownAfter,
  })
  const talking = conversation({
    ...needs,
    ports: {
      memory: remembering.recollection,
      profile,
      persona: being.of,
      mood: feeling.state,
      feel: feeling.feel,
      goals: (uuid) =>
        goals.open(uuid).map(({ title, status, due_at, next_run_at }) => ({
          title,
          status,
          due_at: due_at ?? next_run_at,
        })),
      remind: goals.remind,
      ask: asking.ask,
      asked: asking.asked,
      embed: (texts) => embed(embedded.models.embedded, texts, 'passage'),
    },
  })
  const erasers = [asking, remembering, feeling, being, goals, talking].map(({ erase }) => erase)
  const identifying = identity({ ...needs, erasers })
  const { liveSessions, locked } = identifying
  const securing = security({ ...needs, locked, liveSessions })
  const topicNames = Object.keys(topics)
  const mapping = routing({ ...needs, topics: topicNames })
  const keeping = backups({
    ...needs,
    inhabited: () => identifying.setupCode.current() === null,
    demandRecent: identifying.demandRecent,
  })
  const mappings = () =>
    [...mapping.mappings].map(([external_topic, internal_topic]) => ({ external_topic, internal_topic }))
  const operating = operations({
    ...needs,
    modelServer: talking.modelServer,
    gateway: { ...needs.gateway, liveSessions, topics: topicNames, mappings },
  })
  return {
    interactions: asking,
    identity: identifying,
    embedding: embedded,
    memory: remembering,
    emotion: feeling,
    personality: being,
    agency: goals,
    conversation: talking,
    security: securing,
    routing: mapping,
    running: operating,
    backups: keeping,
    operations: {
      ...identifying.operations,
      ...asking.operations,
      ...remembering.operations,
      ...feeling.operations,
      ...being.operations,
      ...goals.operations,
      ...talking.operations,
      ...embedded.operations,
      ...securing.operations,
      ...mapping.operations,
      ...operating.operations,
      ...logOperations(needs),
      ...keeping.operations,
    },
  }
}

/** All operations by name, with the types of their inputs and outputs: what the client's types derive from. */
export type AllOperations = ReturnType<typeof openFeatures>['operations']
