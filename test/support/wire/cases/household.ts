import { adminsOnly, anybody, type Cases, ownerAlone, unique } from './case.ts'

export const householdCases = {
  'members.set_standing': {
    ...adminsOnly(),
    ownPeople: true,
    input: ({ family_member_uuid }) => ({ id: family_member_uuid, standing: 'temporary' }),
  },
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
  'profile.owner_access': anybody(200),
  'profile.set_owner_access': { ...anybody(200), input: () => ({ allowed: true }) },
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
  // No session here is of the device.
  'devices.renew_certificate': {
    ...anybody(404),
    input: async ({ device }) => ({ id: await device(), csr: 'none' }),
  },
  'certificates.list': adminsOnly(),
  'certificates.authority': anybody(200),
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
} satisfies Cases
