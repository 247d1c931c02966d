import { randomUUID } from 'node:crypto'
import { password, personOf } from '../../daemon.ts'
import { adminsOnly, anybody, type Belongings, type Cases, ownerAlone, unique } from './case.ts'

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

const person = () => personOf(`p${unique()}`)

export const signIn = {
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
  // Each is one of several people, the admin too, beside whom the owner is one.
  'auth.forget_me': {
    ...anybody(200),
    ownPeople: true,
    input: () => ({ password, confirm: 'FORGET ME' }),
  },
  'auth.receipt': { ...anybody(404), nobody: 404, recovered: 404, input: () => ({ id: randomUUID() }) },
  'auth.receipt_key': { ...anybody(200), nobody: 200, recovered: 200 },
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
  // None of these sessions is of a device that has a key.
  'pins.get': anybody(200),
  'pins.pad': { ...anybody(200), nobody: 200, recovered: 200 },
  'pins.create': anybody(422),
  'pins.replace': anybody(422),
  'pins.end': { ...anybody(404), ownPeople: true },
} satisfies Cases
