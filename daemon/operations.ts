import { openAgency, agencyTopics } from './features/agency/operations.ts'
import { openBackups } from './features/backups/operations.ts'
import { openCertificates } from './features/certificates/operations.ts'
import { openConversation, conversationTopics } from './features/conversation/operations.ts'
import { openEmbedding } from './features/embedding/operations.ts'
import { openEmotion, emotionTopics } from './features/emotion/operations.ts'
import { openIdentity } from './features/identity/operations.ts'
import { openImports } from './features/imports/operations.ts'
import { openInteractions, interactionTopics } from './features/interactions/operations.ts'
import { openKeys } from './features/keys/operations.ts'
import { openMemory } from './features/memory/operations.ts'
import { logOperations } from './features/operations/log-operations.ts'
import { openOperations, operationsTopics } from './features/operations/operations.ts'
import { defaultTraits } from './features/personality/defaults.ts'
import { openPersonality, personalityTopics } from './features/personality/operations.ts'
import { openRouting } from './features/routing/operations.ts'
import { openSecurity } from './features/security/operations.ts'

/** Every topic that clients may subscribe to, by its name. */
export const topics = {
  ...emotionTopics,
  ...personalityTopics,
  ...conversationTopics,
  ...agencyTopics,
  ...operationsTopics,
  ...interactionTopics,
}

type DependenciesOf<F extends (dependencies: never) => unknown> = Parameters<F>[0]

type FeatureDependencies = Omit<DependenciesOf<typeof openInteractions>, 'people'> &
  Omit<DependenciesOf<typeof openRouting>, 'topics'> &
  Omit<DependenciesOf<typeof openEmbedding>, 'inUse'> &
  Omit<DependenciesOf<typeof openMemory>, 'embedding' | 'withdraw'> &
  Omit<DependenciesOf<typeof openImports>, 'memories'> &
  Omit<DependenciesOf<typeof openEmotion>, 'traits'> &
  Omit<DependenciesOf<typeof openPersonality>, 'mood' | 'traitsChanged'> &
  Omit<DependenciesOf<typeof openConversation>, 'ports' | 'chatModels' | 'requireRecentSignIn'> &
  Omit<DependenciesOf<typeof openIdentity>, 'erasers' | 'certificates'> &
  Omit<DependenciesOf<typeof openCertificates>, 'deviceName'> &
  Omit<DependenciesOf<typeof openKeys>, 'requireRecentSignIn' | 'isAdmin' | 'isMember'> &
  Omit<DependenciesOf<typeof openBackups>, 'inhabited' | 'requireRecentSignIn'> &
  Omit<DependenciesOf<typeof openSecurity>, 'locked' | 'liveSessions'> &
  Omit<DependenciesOf<typeof openOperations>, 'gateway' | 'modelServers' | 'probeModelServers'> & {
    readonly gateway: Omit<
      DependenciesOf<typeof openOperations>['gateway'],
      'liveSessions' | 'mappings' | 'topics'
    >
  }

const topicNames = Object.keys(topics)

/** Opens every feature: one line a feature, with what it gets from others. */
function openEach(dependencies: FeatureDependencies) {
  const interactions = openInteractions({ ...dependencies, people: () => identity.people })
  const embedding = openEmbedding({ ...dependencies, inUse: (model) => memory.uses(model) })
  const memory = openMemory({ ...dependencies, ...interactions, embedding: embedding.vectors })
  const imports = openImports({ ...dependencies, memories: memory.importing })
  const emotion = openEmotion({ ...dependencies, traits: defaultTraits })
  const personality = openPersonality({
    ...dependencies,
    mood: emotion.state,
    traitsChanged: emotion.setBaseline,
  })
  const profile = (uuid: string) => identity.profile(uuid)
  const agency = openAgency({
    ...dependencies,
    ...interactions,
    say: (tx, uuid, content) => conversation.say(tx, uuid, content),
    preferences: (uuid) => profile(uuid)?.preferences,
    memories: memory.ownAfter,
  })
  const conversation = openConversation({
    ...dependencies,
    ports: {
      memory: memory.recollection,
      everyone: () => identity.people.everyone(),
      profile,
      persona: personality.of,
      mood: emotion.state,
      feel: emotion.feel,
      concern: emotion.concern,
      speak: (tx, uuid, language) => identity.prefer(tx, uuid, 'language', language),
      keep: (tx, uuid, on) => identity.prefer(tx, uuid, 'remember', on),
      goals: (uuid) =>
        agency.open(uuid).map((goal) => ({ ...goal, due_at: goal.due_at ?? goal.next_run_at })),
      reminders: agency.reminders,
      ask: interactions.ask,
      decide: interactions.decide,
      findInteraction: interactions.findInteraction,
      embed: (texts) => embedding.vectors.embed(embedding.models.embedded, texts, 'passage'),
    },
    chatModels: embedding.models,
    requireRecentSignIn: (context, password) => identity.requireRecentSignIn(context, password),
  })
  const keys = openKeys({
    ...dependencies,
    requireRecentSignIn: (context, password) => identity.requireRecentSignIn(context, password),
    isAdmin: (uuid) => identity.isAdmin(uuid),
    isMember: (uuid) => profile(uuid) !== undefined,
  })
  const deviceName = (uuid: string) => identity.deviceName(uuid)
  const certificates = openCertificates({ ...dependencies, deviceName })
  const erasable = [interactions, memory, imports, emotion, personality, agency, conversation, keys]
  const identity = openIdentity({
    ...dependencies,
    certificates: certificates.devices,
    erasers: [...erasable, certificates].map(({ erase }) => erase),
  })
  const { liveSessions, locked } = identity
  const security = openSecurity({ ...dependencies, locked, liveSessions })
  const routing = openRouting({ ...dependencies, topics: topicNames })
  const backups = openBackups({
    ...dependencies,
    inhabited: () => identity.setupCode.current() === null,
    requireRecentSignIn: identity.requireRecentSignIn,
  })
  const mappings = () =>
    [...routing.mappings].map(([external_topic, internal_topic]) => ({ external_topic, internal_topic }))
  const operations = openOperations({
    ...dependencies,
    modelServers: conversation.modelServers,
    probeModelServers: conversation.probeModelServers,
    gateway: { ...dependencies.gateway, liveSessions, topics: topicNames, mappings },
  })
  return {
    interactions,
    identity,
    keys,
    certificates,
    embedding,
    memory,
    imports,
    emotion,
    personality,
    agency,
    conversation,
    security,
    routing,
    running: operations,
    backups,
  }
}

/** Opens every feature of the daemon, and puts all their operations into one registry. */
export function openFeatures(dependencies: FeatureDependencies) {
  const features = openEach(dependencies)
  return {
    ...features,
    operations: {
      ...features.identity.operations,
      ...features.keys.operations,
      ...features.certificates.operations,
      ...features.interactions.operations,
      ...features.memory.operations,
      ...features.imports.operations,
      ...features.emotion.operations,
      ...features.personality.operations,
      ...features.agency.operations,
      ...features.conversation.operations,
      ...features.embedding.operations,
      ...features.security.operations,
      ...features.routing.operations,
      ...features.running.operations,
      ...logOperations(dependencies),
      ...features.backups.operations,
    },
  }
}

/** All operations by name, with the types of their inputs and outputs: what the client's types derive from. */
export type AllOperations = ReturnType<typeof openFeatures>['operations']
