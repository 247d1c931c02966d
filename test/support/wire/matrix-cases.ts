import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../daemon/client/types.ts'
import { identityCases } from './identity-cases.ts'
import { adminsOnly, anybody, type Belongings, type Case, ownerAlone, unique } from './matrix-case.ts'

const onInteraction = (type: string, more: object = {}, prepared: object = {}) => ({
  ...ownerAlone,
  input: async ({ interaction }: Belongings) => ({
    interaction_id: await interaction(type, prepared),
    ...more,
  }),
})
const onMemory = (more: object = {}) => ({
  ...ownerAlone,
  input: async ({ memory }: Belongings) => ({ id: await memory(), ...more }),
})
const onGoal = (more: object = {}) => ({
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const { goal } = await asMember('agency.create_goal', { title: `plan ${unique()}` })
    return { id: goal.goal_uuid as string, ...more }
  },
})
const onImport = (more: object = {}, draft = true) => ({
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const made = await asMember('imports.create', { text: `a note of ${unique()}`, more: draft })
    return { id: made.import.import_uuid as string, ...more }
  },
})
const host = () => `2001:db8::${unique().slice(0, 4)}:${unique().slice(0, 4)}`

const onMessage = {
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const { message } = await asMember('conversation.message', { content: 'Good morning' })
    return { message_uuid: message.message_uuid as string }
  },
}

const onConversation = {
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const { conversation_uuid } = await asMember('conversation.message', { content: 'Good morning' })
    return { conversation_uuid: conversation_uuid as string }
  },
}

/** Nobody listens there: the built-in engine goes on answering. */
const nowhere = { base_url: 'http://127.0.0.1:9/v1', model: 'none' }

/** Every operation: one that is missing here is a type error. */
export const cases: Record<OperationName, Case> = {
  ...identityCases,
  'interactions.create': {
    ...anybody(201),
    input: () => ({ interaction_type: 'question', prompt: 'Tea?', expires_in_seconds: 60 }),
  },
  'interactions.get': {
    ...ownerAlone,
    admin: 200,
    input: async ({ interaction }) => ({ interaction_id: await interaction('question') }),
  },
  'interactions.list': anybody(200),
  'interactions.answer': onInteraction('question', { answer_text: 'tea' }),
  'interactions.approve': onInteraction('approval'),
  'interactions.reject': onInteraction('approval'),
  'interactions.cancel': onInteraction('question'),
  'interactions.dismiss': onInteraction('question', {}, { requirement: 'optional' }),
  'interactions.defer': onInteraction('question', { defer_seconds: 60 }),
  'interactions.reopen': {
    ...ownerAlone,
    input: async ({ interaction }) => ({ interaction_id: await interaction('dismissed') }),
  },
  'interactions.simulate': {
    ...adminsOnly(),
    input: ({ family_member_uuid }) => ({
      user_id: family_member_uuid,
      interaction_type: 'question',
      prompt: 'Tea?',
    }),
  },
  'memory.store': { ...anybody(201), input: () => ({ content: `tea at ${unique()}` }) },
  'memory.store_many': { ...anybody(200), input: () => ({ memories: [{ content: `tea at ${unique()}` }] }) },
  'memory.search': { ...anybody(200), input: () => ({ q: 'tea' }) },
  'memory.recent': anybody(200),
  'memory.get': onMemory(),
  'memory.update': onMemory({ pinned: true }),
  'memory.delete': onMemory(),
  'memory.forget': { ...anybody(200), input: () => ({ tag: unique() }) },
  'memory.forgotten': anybody(200),
  'memory.restore': {
    ...ownerAlone,
    input: async ({ memory, asMember }) => {
      const id = await memory()
      await asMember('memory.forget', { memory_uuids: [id] })
      return { id }
    },
  },
  'memory.export': anybody(200),
  'imports.create': { ...anybody(201), input: () => ({ text: `tea at ${unique()}` }) },
  'imports.append': onImport({ position: 18, text: ' and more' }),
  'imports.preview': onImport(),
  'imports.start': onImport(),
  'imports.list': anybody(200),
  'imports.get': onImport({}, false),
  'imports.undo': onImport({}, false),
  'memory.facts': anybody(200),
  'memory.checkup': anybody(200),
  'memory.check': adminsOnly(),
  'memory.repair': adminsOnly(),
  'memory.usage': anybody(200),
  'memory.model': anybody(200),
  'memory.change_model': { ...adminsOnly(), input: () => ({ model: 'static-en-v1' }) },
  'memory.keep_model': adminsOnly(409),
  'conversation.message': { ...anybody(200), input: () => ({ content: 'Good morning' }) },
  'conversation.history': anybody(200),
  'conversation.context': anybody(200),
  'conversation.read': onMessage,
  'conversation.list': anybody(200),
  'conversation.open': onConversation,
  'conversation.rename': {
    ...onConversation,
    input: async (belongings) => ({ ...(await onConversation.input(belongings)), title: 'Plans' }),
  },
  'conversation.delete': onConversation,
  'conversation.delete_message': onMessage,
  'conversation.stop': anybody(200),
  'conversation.undo': {
    ...ownerAlone,
    input: async ({ asMember }) => {
      const { response } = await asMember('conversation.message', {
        content: `Remind me to water plant ${unique()} tomorrow at 17:00.`,
      })
      return { message_uuid: response.message_uuid as string, change: 0 }
    },
  },
  'conversation.preview': { ...anybody(200), input: () => ({ traits: { openness: 0.2 } }) },
  'conversation.clear': anybody(200),
  'agency.goals': anybody(200),
  'agency.create_goal': { ...anybody(201), input: () => ({ title: `plan ${unique()}` }) },
  'agency.update_goal': onGoal({ priority: 'high' }),
  'agency.cancel_goal': onGoal(),
  'agency.accept_goal': { ...onGoal(), member: 409 },
  'emotion.current': anybody(200),
  'emotion.history': anybody(200),
  'emotion.why': anybody(200),
  'personality.current': anybody(200),
  'personality.adjust': { ...anybody(200), input: () => ({ companion_name: `Ada ${unique()}` }) },
  'personality.snapshots': anybody(200),
  'personality.snapshot': anybody(201),
  'personality.rollback': {
    ...ownerAlone,
    input: async ({ asMember }) => ({ id: (await asMember('personality.snapshot')).snapshot_uuid }),
  },
  'models.list': anybody(200),
  'models.embed': { ...anybody(200), input: () => ({ texts: ['Tea'] }) },
  'engine.current': adminsOnly(),
  'engine.change': { ...adminsOnly(), input: () => nowhere },
  'engine.reset': adminsOnly(),
  'engine.models': { ...adminsOnly(422), input: () => ({ base_url: 'http://127.0.0.1:9/v1' }) },
  'engine.servers': adminsOnly(),
  'engine.add_server': {
    ...adminsOnly(),
    input: async ({ asOwner }) => {
      await asOwner('engine.reset')
      return nowhere
    },
  },
  'engine.remove_server': { ...adminsOnly(404), input: () => ({ ...nowhere, model: 'unheard-of' }) },
  'engine.reorder': { ...adminsOnly(400), input: () => ({ order: ['unheard-of'] }) },
  'engine.pull': { ...adminsOnly(422), input: () => nowhere },
  'engine.pulls': adminsOnly(),
  'engine.cancel_pull': { ...adminsOnly(409), input: () => nowhere },
  'engine.local_models': adminsOnly(),
  'engine.add_local': { ...adminsOnly(), input: () => ({ url: 'http://127.0.0.1:9/tiny.gguf' }) },
  'engine.use_local': { ...adminsOnly(409), input: () => ({ model: 'qwen2.5-0.5b' }) },
  'engine.reset_local': adminsOnly(),
  'models.download': { ...adminsOnly(), input: () => ({ id: 'static-en-v1' }) },
  'models.remove': { ...adminsOnly(409), input: () => ({ id: 'static-en-v1' }) },
  'models.cancel': { ...adminsOnly(409), input: () => ({ id: 'static-en-v1' }) },
  'security.stats': adminsOnly(),
  'security.block_ip': { ...adminsOnly(201), input: () => ({ ip: host() }) },
  'security.unblock_ip': {
    ...adminsOnly(),
    input: async ({ asOwner }) => {
      const ip = host()
      await asOwner('security.block_ip', { ip })
      return { ip }
    },
  },
  'audit.list': adminsOnly(),
  'audit.verify': adminsOnly(),
  'routing.add': {
    ...adminsOnly(201),
    input: () => ({ external_topic: `home.t${unique()}`, internal_topic: 'agency.goals' }),
  },
  'routing.list': adminsOnly(),
  'routing.remove': {
    ...adminsOnly(),
    input: async ({ asOwner }) => {
      const external_topic = `home.t${unique()}`
      await asOwner('routing.add', { external_topic, internal_topic: 'agency.goals' })
      return { external_topic }
    },
  },
  'gateway.health': anybody(200),
  'gateway.status': adminsOnly(),
  'gateway.stats': adminsOnly(),
  'gateway.config': adminsOnly(),
  'gateway.logs': adminsOnly(),
  'backups.list': adminsOnly(),
  'backups.create': adminsOnly(201),
  'backups.delete': {
    ...adminsOnly(),
    input: async ({ asOwner }) => ({ id: (await asOwner('backups.create')).id }),
  },
  // One that is there would restart the daemon.
  'backups.restore': { ...adminsOnly(404), input: () => ({ id: randomUUID() }) },
}
