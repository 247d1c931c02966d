import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../daemon/client/types.ts'
import { password, personOf } from '../daemon.ts'
import { anna, pcm, spoken } from '../recognition/speech.ts'

/** What a cell of the matrix may need, all of it the member's. */
export interface Belongings {
  /** Puts an interaction to the member; answers its id. */
  readonly interaction: (type: string, more?: object) => Promise<string>
  /** Another session of the member's. */
  readonly session: () => Promise<{ session_uuid: string; refresh_token: string }>
  /** A key with which a page goes on with another session of the member's. */
  readonly tabKey: () => Promise<string>
  /** A trusted device of the member's; answers its id. */
  readonly device: () => Promise<string>
  /** A code that makes a device of the member's a trusted one. */
  readonly pairingCode: () => Promise<string>
  /** A memory of the member's; answers its id. */
  readonly memory: () => Promise<string>
  readonly username: string
  readonly family_member_uuid: string
  /** Calls an operation as the owner and answers the result. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly asOwner: (operation: OperationName, input?: object) => Promise<any>
  /** The same as the member. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly asMember: (operation: OperationName, input?: object) => Promise<any>
}

/** What an operation is called with, and the statuses that it has for the three who may be who they say they are. */
export interface Case {
  readonly input?: (has: Belongings, nobody: boolean) => object | Promise<object>
  readonly member: number
  readonly other: number
  readonly admin: number
  /** In a session after a backup code, where that is not 403. */
  readonly recovered?: number
  /** Without a token, where that is not 401. */
  readonly nobody?: number
  /** Changes its caller for good, so that each cell has people of its own. */
  readonly ownPeople?: true
}

const anybody = (status: number) => ({ member: status, other: status, admin: status })
const adminsOnly = (status = 200) => ({ member: 403, other: 403, admin: status })
const ownerAlone = { member: 200, other: 404, admin: 404 }

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
const unique = () => randomUUID().slice(0, 8)
const host = () => `2001:db8::${unique().slice(0, 4)}:${unique().slice(0, 4)}`
const person = () => personOf(`p${unique()}`)

const guest = async ({ asMember }: Belongings) => {
  const introduced = await asMember('recognition.introduce', {
    full_name: `Guest ${unique()}`,
    relationship: 'friend',
  })
  return introduced.person.person_uuid as string
}

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

/** A sign-in link for the member. */
const linkFor = ({ asOwner, family_member_uuid }: Belongings): Promise<Record<string, string>> =>
  asOwner('links.create', { family_member_uuid })

/** Nobody listens there: the built-in engine goes on answering. */
const nowhere = { base_url: 'http://127.0.0.1:9/v1', model: 'none' }

/** A passkey that no browser has made. */
const madeNowhere = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  clientExtensionResults: {},
}

/** Every operation: one that is missing here is a type error. */
export const cases: Record<OperationName, Case> = {
  'auth.register': {
    ...adminsOnly(201),
    nobody: 201,
    input: async ({ asOwner }, nobody) => {
      if (!nobody) return person()
      const { invitation_code } = await asOwner('invitations.create')
      return { ...person(), invitation_code }
    },
  },
  'auth.login': {
    ...anybody(200),
    nobody: 200,
    recovered: 200,
    input: ({ username }) => ({ username, password }),
  },
  'auth.refresh': {
    ...anybody(200),
    nobody: 200,
    recovered: 200,
    input: async ({ session }) => ({ refresh_token: (await session()).refresh_token }),
  },
  'auth.step_up': { ...anybody(200), ownPeople: true, input: () => ({ password }) },
  'auth.start': { ...anybody(200), nobody: 200, recovered: 200 },
  // Whoever calls has no refresh token of theirs here.
  'auth.keep_tab': { ...anybody(401), recovered: 401, input: () => ({ refresh_token: unique() }) },
  'auth.page_key': anybody(200),
  // For the programs of this machine, which are none of these.
  'auth.hand_over': {
    ...adminsOnly(403),
    input: ({ family_member_uuid }) => ({ family_member_uuid }),
  },
  'auth.resume': {
    ...anybody(200),
    nobody: 200,
    recovered: 200,
    input: async ({ tabKey }) => ({ tab_key: await tabKey() }),
  },
  'auth.logout': { ...anybody(200), recovered: 200, ownPeople: true },
  'auth.session': { ...anybody(200), recovered: 200 },
  'auth.profile': anybody(200),
  'auth.update_profile': { ...anybody(200), input: () => ({ preferences: { tea: true } }) },
  'auth.change_password': {
    ...anybody(200),
    ownPeople: true,
    input: () => ({ current_password: password, new_password: 'violet kettle marches north' }),
  },
  'auth.emergency_reset': {
    ...anybody(200),
    ownPeople: true,
    input: () => ({ password, confirm: 'RESET' }),
  },
  'mfa.list': anybody(200),
  'mfa.make_totp': anybody(201),
  // None of these has an app, a page or a sign-in that waits.
  'mfa.confirm_totp': { ...anybody(422), input: () => ({ code: '000000' }) },
  'mfa.make_backup_codes': { ...anybody(201), ownPeople: true },
  'mfa.passkey_options': anybody(422),
  'mfa.add_passkey': { ...anybody(422), input: () => ({ name: 'Laptop', response: madeNowhere }) },
  'mfa.remove_passkey': { ...anybody(404), input: () => ({ id: randomUUID() }) },
  'mfa.turn_on_push': anybody(409),
  'mfa.approve_sign_in': {
    ...anybody(404),
    input: async ({ interaction }) => ({ interaction_id: await interaction('approval'), number: 42 }),
  },
  'mfa.remove': { ...anybody(404), input: () => ({ method: 'totp' }) },
  'auth.revoke_tokens': {
    ...adminsOnly(),
    input: async ({ session }) => ({ session_uuid: (await session()).session_uuid }),
  },
  'auth.rotate_keys': adminsOnly(),
  'auth.rotate_local_key': adminsOnly(),
  // Nobody of that name has a code.
  'auth.recover': {
    ...anybody(401),
    recovered: 401,
    input: () => ({ username: unique(), backup_code: 'ABCD-EFGH-JKMN' }),
  },
  'auth.recover_password': {
    ...anybody(403),
    recovered: 200,
    input: () => ({ new_password: 'violet kettle marches north' }),
  },
  'auth.recover_at_home': {
    ...adminsOnly(403),
    input: ({ family_member_uuid }) => ({ family_member_uuid, new_password: 'violet kettle marches north' }),
  },
  'links.create': {
    ...adminsOnly(201),
    input: ({ family_member_uuid }) => ({ family_member_uuid }),
  },
  'links.list': anybody(200),
  'links.withdraw': {
    ...ownerAlone,
    admin: 200,
    input: async (has) => ({ id: (await linkFor(has)).link_uuid }),
  },
  'links.open': {
    ...anybody(200),
    nobody: 200,
    recovered: 200,
    input: async (has) => ({ link_code: (await linkFor(has)).link_code }),
  },
  'links.use': {
    ...anybody(200),
    nobody: 200,
    recovered: 200,
    ownPeople: true,
    input: async (has) => ({
      link_code: (await linkFor(has)).link_code,
      new_password: 'violet kettle marches north',
    }),
  },
  // No session here is of a trusted device.
  'recovery.show': anybody(200),
  'recovery.request': anybody(422),
  'recovery.complete': {
    ...anybody(422),
    input: () => ({ new_password: 'violet kettle marches north' }),
  },
  'recovery.cancel': anybody(404),
  'keys.create': {
    ...anybody(201),
    input: () => ({ name: `shell ${unique()}`, scopes: ['read'] }),
  },
  'keys.list': anybody(200),
  'keys.revoke': {
    ...ownerAlone,
    admin: 200,
    input: async ({ asMember }) => {
      const { api_key } = await asMember('keys.create', { name: `shell ${unique()}`, scopes: ['read'] })
      return { id: api_key.key_uuid as string }
    },
  },
  // No program has asked.
  'authorizations.get': { ...anybody(404), input: () => ({ id: unique() }) },
  'authorizations.approve': { ...anybody(404), input: () => ({ id: unique(), scopes: ['read'] }) },
  'authorizations.deny': { ...anybody(404), input: () => ({ id: unique() }) },
  // None of these sessions is of a device that has a key.
  'pins.get': anybody(200),
  'pins.pad': { ...anybody(200), nobody: 200 },
  'pins.create': anybody(422),
  'pins.replace': anybody(422),
  'pins.end': { ...anybody(404), ownPeople: true },
  'profile.owner_access': anybody(200),
  'profile.set_owner_access': { ...anybody(200), input: () => ({ allowed: true }) },
  'members.set_standing': {
    ...adminsOnly(),
    ownPeople: true,
    input: ({ family_member_uuid }) => ({ id: family_member_uuid, standing: 'temporary' }),
  },
  'voice.send_sample': {
    ...anybody(201),
    // As long as a frame of a WebSocket holds, and never the same twice.
    input: () => ({
      audio: pcm(spoken(anna, 1.4, parseInt(unique(), 16))).toString('base64'),
      format: 'audio/L16;rate=16000',
    }),
  },
  'voice.get': anybody(200),
  // No such recording was sent, and no voice is kept.
  'voice.enrol': { ...anybody(410), input: () => ({ sample_uuids: [randomUUID()] }) },
  'voice.delete': anybody(404),
  'members.list': adminsOnly(),
  'members.set_roles': {
    ...adminsOnly(),
    ownPeople: true,
    input: ({ family_member_uuid }) => ({ id: family_member_uuid, roles: ['admin'] }),
  },
  'invitations.create': adminsOnly(201),
  'invitations.list': adminsOnly(),
  'invitations.withdraw': {
    ...adminsOnly(),
    input: async ({ asOwner }) => ({ id: (await asOwner('invitations.create')).invitation_uuid }),
  },
  'sessions.list': adminsOnly(),
  'sessions.end': {
    ...adminsOnly(),
    input: async ({ session }) => ({ id: (await session()).session_uuid }),
  },
  'profile.sessions': anybody(200),
  'profile.end_session': {
    ...ownerAlone,
    input: async ({ session }) => ({ id: (await session()).session_uuid }),
  },
  'devices.list': anybody(200),
  'devices.pair': {
    ...anybody(200),
    nobody: 201,
    input: async ({ pairingCode }, nobody) =>
      nobody ? { pairing_code: await pairingCode() } : { name: 'Kitchen', kind: 'voice' },
  },
  'devices.revoke': { ...ownerAlone, input: async ({ device }) => ({ id: await device() }) },
  'recognition.introduce': {
    ...anybody(201),
    input: () => ({ full_name: `Guest ${unique()}`, relationship: 'friend' }),
  },
  'recognition.family': anybody(200),
  'recognition.identify': anybody(200),
  // None of these sessions is of a paired device.
  'recognition.verify': {
    ...anybody(403),
    input: ({ family_member_uuid }) => ({ family_member_uuid, method: 'family' }),
  },
  'recognition.removal': { ...adminsOnly(), input: async (has) => ({ id: await guest(has) }) },
  'recognition.remove': { ...adminsOnly(), input: async (has) => ({ id: await guest(has) }) },
  'recognition.restore': {
    ...adminsOnly(),
    input: async (has) => {
      const id = await guest(has)
      await has.asOwner('recognition.remove', { id })
      return { id }
    },
  },
  // No session here is of the device.
  'devices.renew_certificate': {
    ...anybody(404),
    input: async ({ device }) => ({ id: await device(), csr: 'none' }),
  },
  'certificates.list': adminsOnly(),
  'certificates.authority': anybody(200),
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
