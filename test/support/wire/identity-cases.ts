import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../daemon/client/types.ts'
import { password, personOf } from '../daemon.ts'
import { anna, enoughSpoken, pcm } from '../recognition/speech.ts'
import { adminsOnly, anybody, type Belongings, type Case, ownerAlone, unique } from './matrix-case.ts'

const person = () => personOf(`p${unique()}`)

const guest = async ({ asMember }: Belongings) => {
  const introduced = await asMember('recognition.introduce', {
    full_name: `Guest ${unique()}`,
    relationship: 'friend',
  })
  return introduced.person.person_uuid as string
}

/** A sign-in link for the member. */
const linkFor = ({ asOwner, family_member_uuid }: Belongings): Promise<Record<string, string>> =>
  asOwner('links.create', { family_member_uuid })

/** A passkey that no browser has made. */
const madeNowhere = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  clientExtensionResults: {},
}

/** The operations about who somebody is. */
export const identityCases = {
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
  'pins.pad': { ...anybody(200), nobody: 200, recovered: 200 },
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
      audio: pcm(enoughSpoken(anna, 1.4)).toString('base64'),
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
  'recognition.identify': { ...anybody(200), recovered: 200 },
  // None of these sessions but that of the PIN is of a paired device.
  'recognition.verify': {
    ...anybody(403),
    pin: 200,
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
} satisfies Partial<Record<OperationName, Case>>
