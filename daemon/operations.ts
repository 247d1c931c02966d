import { archivedKinds } from './archived.ts'
import { openAgency, agencyTopics } from './features/agency/operations.ts'
import { openBackups } from './features/backups/operations.ts'
import { openCertificates } from './features/certificates/operations.ts'
import { openConversation, conversationTopics } from './features/conversation/operations.ts'
import { openEmbedding } from './features/embedding/operations.ts'
import { openEncryption } from './features/encryption/operations.ts'
import { openEngines } from './features/engines/operations.ts'
import { openEmotion, emotionTopics } from './features/emotion/operations.ts'
import * as factorFailures from './features/identity/factors/failures.ts'
import * as identityFailures from './features/identity/failures.ts'
import { openIdentity } from './features/identity/operations.ts'
import type { SignedIn } from './features/identity/schemas.ts'
import { openImports } from './features/imports/operations.ts'
import { openInteractions, interactionTopics } from './features/interactions/operations.ts'
import { openKeys } from './features/keys/operations.ts'
import { openMemory } from './features/memory/operations.ts'
import { logOperations } from './features/operations/log-operations.ts'
import { openOperations, operationsTopics } from './features/operations/operations.ts'
import { defaultTraits } from './features/personality/defaults.ts'
import { openPersonality, personalityTopics } from './features/personality/operations.ts'
import type { Ports as RecognitionPorts } from './features/recognition/ports.ts'
import { openRecognition } from './features/recognition/operations.ts'
import { openVoice } from './features/recognition/voice/operations.ts'
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
  Omit<DependenciesOf<typeof openImports>, 'memories' | 'archive' | 'archived'> &
  Omit<DependenciesOf<typeof openEmotion>, 'traits'> &
  Omit<DependenciesOf<typeof openPersonality>, 'joinedAt' | 'mood' | 'traitsChanged'> &
  Omit<DependenciesOf<typeof openConversation>, 'ports' | 'engines'> &
  Omit<DependenciesOf<typeof openEngines>, 'ports' | 'chatModels' | 'embed' | 'requireRecentSignIn'> &
  Omit<
    DependenciesOf<typeof openIdentity>,
    'erasable' | 'asking' | 'recognise' | 'certificates' | 'knownPeople' | 'hasTold' | 'copies'
  > &
  Omit<DependenciesOf<typeof openCertificates>, 'deviceName'> &
  Omit<DependenciesOf<typeof openKeys>, 'requireRecentSignIn' | 'isAdmin' | 'isMember'> &
  Omit<DependenciesOf<typeof openVoice>, 'requireRecentSignIn'> &
  Omit<DependenciesOf<typeof openRecognition>, 'failures' | 'ports'> &
  Omit<DependenciesOf<typeof openBackups>, 'hasMembers' | 'requireRecentSignIn' | 'admins' | 'ask'> &
  Omit<DependenciesOf<typeof openEncryption>, 'requireRecentSignIn'> &
  Omit<DependenciesOf<typeof openSecurity>, 'locked' | 'liveSessions'> &
  Omit<
    DependenciesOf<typeof openOperations>,
    | 'gateway'
    | 'modelServers'
    | 'backups'
    | 'probeModelServers'
    | 'everyone'
    | 'profile'
    | 'ask'
    | 'repairVectors'
    | 'serverCertificate'
  > & {
    readonly gateway: Omit<
      DependenciesOf<typeof openOperations>['gateway'],
      'liveSessions' | 'mappings' | 'topics'
    >
  }

const topicNames = Object.keys(topics)

type Opened<F extends (dependencies: never) => unknown> = ReturnType<F>

/** What recognition gets from others; identity is opened after it. */
function recognitionPorts(of: {
  readonly interactions: Opened<typeof openInteractions>
  readonly keys: Opened<typeof openKeys>
  readonly voice: Opened<typeof openVoice>
  readonly identity: () => Opened<typeof openIdentity>
}): RecognitionPorts {
  const { identity, interactions, keys, voice } = of
  return {
    ...interactions,
    everyone: () => identity().people.everyone(),
    profile: (uuid) => identity().profile(uuid),
    register: async (person, context) => {
      const answer = await identity().operations['auth.register'].handler(person, context)
      // What that operation declares as its output.
      return (answer as Pick<SignedIn, 'family_member'>).family_member.family_member_uuid
    },
    requireRecentSignIn: (context, password) => identity().requireRecentSignIn(context, password),
    accounts: () => identity().accounts,
    suspendKeys: keys.suspend,
    deviceOf: (context) => identity().recognised.deviceOf(context),
    sessionOf: (session_uuid) => identity().sessionOf(session_uuid),
    openRecognised: (...signIn) => identity().recognised.open(...signIn),
    ...(voice.recognising && { voice: voice.recognising }),
    forgetVoice: voice.forget,
    pinOwner: (context, pin) => identity().pins.memberOf(context, pin),
    askPasskey: (context) => identity().passkeys.ask(context),
    passkeyOwner: (context, given) => identity().passkeys.ownerOf(given, context),
  }
}

/** What the conversation gets from others; what is opened after it, as it is then. */
function conversationPorts(of: {
  readonly interactions: Opened<typeof openInteractions>
  readonly memory: Opened<typeof openMemory>
  readonly emotion: Opened<typeof openEmotion>
  readonly personality: Opened<typeof openPersonality>
  readonly agency: Opened<typeof openAgency>
  readonly identity: () => Opened<typeof openIdentity>
  readonly recognition: () => Opened<typeof openRecognition>
}): DependenciesOf<typeof openConversation>['ports'] {
  const { interactions, memory, emotion, personality, agency, identity, recognition } = of
  return {
    memory: memory.recollection,
    everyone: () => identity().people.everyone(),
    household: () => recognition().present(),
    profile: (uuid) => identity().profile(uuid),
    persona: personality.of,
    mood: emotion.state,
    feel: emotion.feel,
    concern: emotion.concern,
    speak: (tx, uuid, language) => identity().prefer(tx, uuid, 'language', language),
    keep: (tx, uuid, on) => identity().prefer(tx, uuid, 'remember', on),
    goals: (uuid) => agency.open(uuid).map((goal) => ({ ...goal, due_at: goal.due_at ?? goal.next_run_at })),
    reminders: agency.reminders,
    ask: interactions.ask,
    decide: interactions.decide,
    findInteraction: interactions.findInteraction,
  }
}

/** What the engines get from others: whose consent is wanted. */
const enginePorts = (of: {
  readonly memory: Opened<typeof openMemory>
  readonly identity: () => Opened<typeof openIdentity>
}): DependenciesOf<typeof openEngines>['ports'] => ({
  everyone: () => of.identity().people.everyone(),
  preferencesOf: (uuid) => of.identity().profile(uuid)?.preferences,
  ownerOf: (member, memory_uuid) => of.memory.recollection.find(member, memory_uuid)?.family_member_uuid,
})

/** What an archive has, and where an import brings what it holds beside memories. */
function archivePorts(of: {
  readonly conversation: Opened<typeof openConversation>
  readonly agency: Opened<typeof openAgency>
  readonly personality: Opened<typeof openPersonality>
  readonly identity: () => Opened<typeof openIdentity>
}): Pick<DependenciesOf<typeof openImports>, 'archive' | 'archived'> {
  const archive: DependenciesOf<typeof openImports>['archive'] = {
    conversations: of.conversation.archiveImport,
    goals: of.agency.archiveImport,
    personality: of.personality.archiveImport,
    prefer: (tx, uuid, wanted) => of.identity().takeOverPreferences(tx, uuid, wanted),
  }
  return { archive, archived: archivedKinds }
}

const recognitionFailures = {
  stepUp: [identityFailures.StepUpRequired],
  registration: [
    identityFailures.PasswordRejected,
    identityFailures.UsernameTaken,
    identityFailures.TooManyHashes,
  ],
  lastAdmin: identityFailures.LastAdmin,
  passkey: [factorFailures.MfaRequired, factorFailures.SignInOver, factorFailures.NoPasskeyHere],
}

const adminsOf = ({ people, profile }: Opened<typeof openIdentity>) =>
  people.everyone().flatMap((uuid) => {
    const found = profile(uuid)
    return found?.roles.includes('admin') ? [found] : []
  })

type RecentSignIn = Parameters<Opened<typeof openIdentity>['requireRecentSignIn']>

/** Opens what tells how the daemon is. */
const openRunning = (
  dependencies: FeatureDependencies,
  of: {
    readonly interactions: Opened<typeof openInteractions>
    readonly memory: Opened<typeof openMemory>
    readonly engines: Opened<typeof openEngines>
    readonly certificates: Opened<typeof openCertificates>
    readonly identity: Opened<typeof openIdentity>
    readonly routing: Opened<typeof openRouting>
    readonly backups: Opened<typeof openBackups>
  },
) =>
  openOperations({
    ...dependencies,
    modelServers: of.engines.modelServers,
    backups: of.backups.status,
    probeModelServers: of.engines.probeModelServers,
    serverCertificate: of.certificates.shown,
    gateway: {
      ...dependencies.gateway,
      liveSessions: of.identity.liveSessions,
      topics: topicNames,
      mappings: () => mappingsOf(of.routing.mappings),
    },
    everyone: () => of.identity.people.everyone(),
    profile: of.identity.profile,
    ask: of.interactions.ask,
    repairVectors: of.memory.repair,
  })

/** Opens every feature of the daemon: one line a feature, with what it gets from others. */
function openEach(dependencies: FeatureDependencies) {
  const interactions = openInteractions({ ...dependencies, people: () => identity.people })
  const embedding = openEmbedding({ ...dependencies, inUse: (model) => memory.uses(model) })
  const memory = openMemory({ ...dependencies, ...interactions, embedding: embedding.vectors })
  const emotion = openEmotion({ ...dependencies, traits: defaultTraits })
  const personality = openPersonality({
    ...dependencies,
    joinedAt: (uuid) => identity.people.joinedAt(uuid),
    mood: emotion.state,
    traitsChanged: emotion.setBaseline,
  })
  const profile = (uuid: string) => identity.profile(uuid)
  const requireRecentSignIn = (...given: RecentSignIn) => identity.requireRecentSignIn(...given)
  const agency = openAgency({
    ...dependencies,
    ...interactions,
    say: (tx, uuid, content) => conversation.say(tx, uuid, content),
    everyone: () => identity.people.everyone(),
    preferences: (uuid) => profile(uuid)?.preferences,
    memories: memory.ownAfter,
  })
  const opened = { interactions, memory, emotion, personality, agency }
  const engines = openEngines({
    ...dependencies,
    ports: enginePorts({ memory, identity: () => identity }),
    chatModels: embedding.models,
    embed: (texts) => embedding.vectors.embed(embedding.models.embedded, texts, 'passage'),
    requireRecentSignIn,
  })
  const conversation = openConversation({
    ...dependencies,
    ports: conversationPorts({ ...opened, identity: () => identity, recognition: () => recognition }),
    engines: engines.writing,
  })
  const keys = openKeys({
    ...dependencies,
    requireRecentSignIn,
    isAdmin: (uuid) => identity.isAdmin(uuid),
    isMember: (uuid) => profile(uuid) !== undefined,
  })
  const voice = openVoice({ ...dependencies, requireRecentSignIn })
  const recognition = openRecognition({
    ...dependencies,
    failures: recognitionFailures,
    ports: recognitionPorts({ interactions, keys, voice, identity: () => identity }),
  })
  const archive = archivePorts({ ...opened, conversation, identity: () => identity })
  const imports = openImports({ ...dependencies, ...archive, memories: memory.importing })
  const certificates = openCertificates({ ...dependencies, deviceName: (uuid) => identity.deviceName(uuid) })
  const owning = [interactions, memory, imports, emotion, personality, agency, conversation, keys]
  const identity = openIdentity({
    ...dependencies,
    asking: {
      ...interactions,
      decide: (...decision) => interactions.decide(...decision, false) === true,
    },
    erasable: [...owning, voice, recognition, certificates],
    certificates: certificates.devices,
    recognise: recognition.recognise,
    knownPeople: recognition.knownPeople,
    hasTold: memory.sharesAny,
    copies: () => backups.copies,
  })
  const { liveSessions, locked } = identity
  const security = openSecurity({ ...dependencies, locked, liveSessions })
  const routing = openRouting({ ...dependencies, topics: topicNames })
  const backups = openBackups({
    ...dependencies,
    hasMembers: () => identity.setupCode.current() === null,
    requireRecentSignIn,
    admins: () => adminsOf(identity),
    ask: interactions.ask,
  })
  const encryption = openEncryption({ ...dependencies, requireRecentSignIn })
  const running = openRunning(dependencies, { ...opened, engines, certificates, identity, routing, backups })
  return {
    ...opened,
    embedding,
    identity,
    keys,
    voice,
    certificates,
    imports,
    engines,
    conversation,
    recognition,
    security,
    routing,
    running,
    backups,
    encryption,
  }
}

/** Opens every feature of the daemon, and gathers what they can be called for. */
export function openFeatures(dependencies: FeatureDependencies) {
  const features = openEach(dependencies)
  return {
    ...features,
    operations: {
      ...features.identity.operations,
      ...features.keys.operations,
      ...features.voice.operations,
      ...features.certificates.operations,
      ...features.interactions.operations,
      ...features.memory.operations,
      ...features.imports.operations,
      ...features.emotion.operations,
      ...features.personality.operations,
      ...features.agency.operations,
      ...features.conversation.operations,
      ...features.engines.operations,
      ...features.recognition.operations,
      ...features.embedding.operations,
      ...features.security.operations,
      ...features.routing.operations,
      ...features.running.operations,
      ...logOperations(dependencies),
      ...features.backups.operations,
      ...features.encryption.operations,
    },
  }
}

const mappingsOf = (mappings: ReadonlyMap<string, string>) =>
  [...mappings].map(([external_topic, internal_topic]) => ({ external_topic, internal_topic }))

/** All operations by name, with the types of their inputs and outputs: what the client's types derive from. */
export type AllOperations = ReturnType<typeof openFeatures>['operations']
