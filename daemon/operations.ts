import { archivedKinds } from './archived.ts'
import { openLatePorts } from './bus/late-ports.ts'
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
import { openImports } from './features/imports/operations.ts'
import { openInteractions, interactionTopics } from './features/interactions/operations.ts'
import { openKeys } from './features/keys/operations.ts'
import { openMemory } from './features/memory/operations.ts'
import { logOperations } from './features/operations/log-operations.ts'
import { openOperations, operationsTopics } from './features/operations/operations.ts'
import { defaultTraits } from './features/personality/defaults.ts'
import { openPersonality, personalityTopics } from './features/personality/operations.ts'
import { openRecognition } from './features/recognition/operations.ts'
import { openVoice } from './features/recognition/voice/operations.ts'
import { openRouting } from './features/routing/operations.ts'
import { openSecurity } from './features/security/operations.ts'
import { tableRules } from './table-rules.ts'

/** Every topic that clients may subscribe to, by its name. */
export const topics = {
  ...emotionTopics,
  ...personalityTopics,
  ...conversationTopics,
  ...agencyTopics,
  ...operationsTopics,
  ...interactionTopics,
}

const topicNames = Object.keys(topics)

type OpenFeature = (root: never, ports: never) => unknown
type DependenciesOf<Open extends OpenFeature> = Parameters<Open>[0]
type PortsOf<Open extends OpenFeature> = Parameters<Open>[1]

/** What the composition root gives: each feature names what it takes of it as its dependencies. */
type Root = DependenciesOf<typeof openAgency> &
  DependenciesOf<typeof openBackups> &
  DependenciesOf<typeof openCertificates> &
  DependenciesOf<typeof openConversation> &
  DependenciesOf<typeof openEmbedding> &
  DependenciesOf<typeof openEmotion> &
  DependenciesOf<typeof openEncryption> &
  DependenciesOf<typeof openEngines> &
  DependenciesOf<typeof openIdentity> &
  DependenciesOf<typeof openImports> &
  DependenciesOf<typeof openInteractions> &
  DependenciesOf<typeof openKeys> &
  DependenciesOf<typeof openMemory> &
  DependenciesOf<typeof openOperations> &
  DependenciesOf<typeof openPersonality> &
  DependenciesOf<typeof openRecognition> &
  DependenciesOf<typeof openRouting> &
  DependenciesOf<typeof openSecurity> &
  DependenciesOf<typeof openVoice>

/** What a feature gets of one that is opened after it, because that one needs it, too. */
interface Later {
  /** Of identity, for interactions and certificates. */
  readonly everyone: PortsOf<typeof openInteractions>['people']['everyone']
  readonly nameOf: PortsOf<typeof openInteractions>['people']['nameOf']
  readonly deviceName: PortsOf<typeof openCertificates>['deviceName']
  /** Of memory, for the embedding. */
  readonly modelInUse: PortsOf<typeof openEmbedding>['modelInUse']
  /** Of recognition, for identity. */
  readonly recognise: PortsOf<typeof openIdentity>['recognise']
  readonly everybodyKnown: PortsOf<typeof openIdentity>['knownPeople']['everybody']
  readonly forgetPerson: PortsOf<typeof openIdentity>['knownPeople']['forget']
  /** Of backups, and of all that hold data of members, for identity. */
  readonly copies: PortsOf<typeof openIdentity>['copies']
  readonly erasers: PortsOf<typeof openIdentity>['erasers']
  /** Of all operations, for the conversation. */
  readonly operationOf: PortsOf<typeof openConversation>['operationOf']
  /** Of the conversation, for agency. */
  readonly say: PortsOf<typeof openAgency>['say']
}

type Late = ReturnType<typeof openLatePorts<Later>>

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

/** Who lives here, what they were asked and have told, and how they are known. */
function openHousehold(root: Root, late: Late) {
  const interactions = openInteractions(root, {
    people: { everyone: late.port('everyone'), nameOf: late.port('nameOf') },
  })
  const embedding = openEmbedding(root, { modelInUse: late.port('modelInUse') })
  const memory = openMemory(root, {
    embedding: embedding.vectors,
    withdraw: interactions.withdraw,
    quotePlaces: tableRules.flatMap(({ quotes = [] }) => quotes),
  })
  const certificates = openCertificates(root, { deviceName: late.port('deviceName') })
  const identity = openIdentity(root, {
    asking: { ask: interactions.ask, decide: interactions.decide, withdraw: interactions.withdraw },
    certificates: certificates.devices,
    hasTold: memory.sharesAny,
    recognise: late.port('recognise'),
    knownPeople: { everybody: late.port('everybodyKnown'), forget: late.port('forgetPerson') },
    copies: late.port('copies'),
    erasers: late.port('erasers'),
  })
  const { requireRecentSignIn } = identity
  const keys = openKeys(root, {
    requireRecentSignIn,
    isAdmin: identity.isAdmin,
    isMember: identity.isMember,
  })
  const voice = openVoice(root, { requireRecentSignIn })
  const recognition = openRecognition(root, {
    everyone: identity.everyone,
    profile: identity.profile,
    isAdmin: identity.isAdmin,
    hasSecondFactor: identity.hasSecondFactor,
    register: identity.register,
    requireRecentSignIn,
    accounts: identity.accounts,
    suspendKeys: keys.suspend,
    deviceOf: identity.recognised.deviceOf,
    sessionOf: identity.sessionOf,
    openRecognised: identity.recognised.open,
    ask: interactions.ask,
    withdraw: interactions.withdraw,
    pinOwner: identity.pins.memberOf,
    askPasskey: identity.passkeys.ask,
    passkeyOwner: identity.passkeys.ownerOf,
    voice: voice.recognising,
    forgetVoice: voice.forget,
    failures: recognitionFailures,
  })
  return { interactions, embedding, memory, certificates, identity, keys, voice, recognition }
}

type Household = ReturnType<typeof openHousehold>

/** What the companion is, feels, plans and says. */
function openCompanion(
  root: Root,
  { interactions, embedding, memory, identity, recognition }: Household,
  late: Late,
) {
  const { everyone, profile, preferencesOf, requireRecentSignIn } = identity
  const emotion = openEmotion(root, { traits: defaultTraits })
  const personality = openPersonality(root, {
    joinedAt: identity.joinedAt,
    mood: emotion.state,
    traitsChanged: emotion.setBaseline,
  })
  const agency = openAgency(root, {
    ask: interactions.ask,
    withdraw: interactions.withdraw,
    findInteraction: interactions.findInteraction,
    say: late.port('say'),
    everyone,
    preferencesOf,
    memories: memory.ownAfter,
    quote: memory.quote,
  })
  const engines = openEngines(root, {
    everyone,
    preferencesOf,
    ownerOf: memory.recollection.ownerOf,
    chatModels: embedding.models,
    embed: embedding.embed,
    requireRecentSignIn,
  })
  const conversation = openConversation(root, {
    memory: memory.recollection,
    quote: memory.quote,
    engines: engines.writing,
    everyone,
    household: recognition.present,
    profile,
    nameOf: identity.nameOf,
    prefer: identity.prefer,
    persona: personality.of,
    companionName: personality.nameFor,
    mood: emotion.state,
    feel: emotion.feel,
    concern: emotion.concern,
    goals: agency.openGoals,
    reminders: agency.reminders,
    ask: interactions.ask,
    decide: interactions.decide,
    findInteraction: interactions.findInteraction,
    operationOf: late.port('operationOf'),
  })
  const imports = openImports(root, {
    memories: memory.importing,
    archive: {
      conversations: conversation.archiveImport,
      goals: agency.archiveImport,
      personality: personality.archiveImport,
      prefer: identity.takeOverPreferences,
    },
    archived: archivedKinds,
  })
  return { emotion, personality, agency, engines, conversation, imports }
}

/** What keeps the daemon safe, saved and looked after. */
function openUpkeep(
  root: Root,
  { interactions, memory, certificates, identity }: Household,
  { engines }: ReturnType<typeof openCompanion>,
) {
  const { liveSessions, requireRecentSignIn } = identity
  const security = openSecurity(root, { locked: identity.locked, liveSessions })
  const routing = openRouting(root, { topics: topicNames })
  const backups = openBackups(root, {
    hasMembers: identity.hasMembers,
    admins: identity.admins,
    ask: interactions.ask,
    requireRecentSignIn,
  })
  const encryption = openEncryption(root, { requireRecentSignIn })
  const running = openOperations(root, {
    modelServers: engines.modelServers,
    probeModelServers: engines.probeModelServers,
    backups: backups.status,
    serverCertificate: certificates.shown,
    everyone: identity.everyone,
    profile: identity.profile,
    ask: interactions.ask,
    repairMemories: memory.repair,
    topics: topicNames,
    mappings: routing.list,
    liveSessions,
  })
  return { security, routing, backups, encryption, running }
}

/** Opens every feature of the daemon, and gathers what they can be called for. */
export function openFeatures(root: Root) {
  const late = openLatePorts<Later>()
  const household = openHousehold(root, late)
  const companion = openCompanion(root, household, late)
  const upkeep = openUpkeep(root, household, companion)
  const { interactions, embedding, memory, certificates, identity, keys, voice, recognition } = household
  const { emotion, personality, agency, engines, conversation, imports } = companion
  const { security, routing, backups, encryption, running } = upkeep
  const erasable = [
    interactions,
    memory,
    imports,
    emotion,
    personality,
    agency,
    conversation,
    keys,
    voice,
    recognition,
    certificates,
  ]
  const operations = {
    ...identity.operations,
    ...keys.operations,
    ...voice.operations,
    ...certificates.operations,
    ...interactions.operations,
    ...memory.operations,
    ...imports.operations,
    ...emotion.operations,
    ...personality.operations,
    ...agency.operations,
    ...conversation.operations,
    ...engines.operations,
    ...recognition.operations,
    ...embedding.operations,
    ...security.operations,
    ...routing.operations,
    ...running.operations,
    ...logOperations(root),
    ...backups.operations,
    ...encryption.operations,
  }
  late.provide({
    everyone: identity.everyone,
    nameOf: identity.nameOf,
    deviceName: identity.deviceName,
    modelInUse: memory.uses,
    recognise: recognition.recognise,
    everybodyKnown: recognition.knownPeople.everybody,
    forgetPerson: recognition.knownPeople.forget,
    copies: () => backups.copies,
    erasers: () => erasable.map(({ erase }) => erase),
    say: conversation.say,
    operationOf: (name) => operations[name],
  })
  return {
    ...household,
    ...companion,
    ...upkeep,
    operations,
  }
}

/** All operations by name, with the types of their inputs and outputs: what the client's types derive from. */
export type AllOperations = ReturnType<typeof openFeatures>['operations']
