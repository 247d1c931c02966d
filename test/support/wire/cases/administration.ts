import { randomBytes, randomUUID } from 'node:crypto'
import { adminsOnly, anybody, type Cases, unique } from './case.ts'

const host = () => `2001:db8::${unique().slice(0, 4)}:${unique().slice(0, 4)}`

export const administration = {
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
  'gateway.checkup': adminsOnly(),
  'backups.list': adminsOnly(),
  'backups.create': adminsOnly(201),
  'backups.delete': {
    ...adminsOnly(),
    input: async ({ asOwner }) => {
      const [made] = (await asOwner('backups.list')).items
      return { id: (made ?? (await asOwner('backups.create'))).id }
    },
  },
  'encryption.passkeys': adminsOnly(),
  // The home is not encrypted, and so there is none.
  'encryption.add_passkey': {
    ...adminsOnly(409),
    input: () => ({
      name: 'Key ring',
      credential_id: randomBytes(32).toString('base64url'),
      salt: randomBytes(32).toString('base64url'),
      prf_secret: randomBytes(32).toString('base64url'),
    }),
  },
  'encryption.remove_passkey': { ...adminsOnly(404), input: () => ({ id: randomUUID() }) },
  'backups.destination': adminsOnly(),
  'backups.unset_destination': adminsOnly(),
  // There is none to make it at.
  'backups.snapshot': adminsOnly(409),
  // One that will do would be written to.
  'backups.set_destination': { ...adminsOnly(422), input: () => ({ location: 'no whole path' }) },
  // One that is there would restart the daemon.
  'backups.restore': { ...adminsOnly(404), input: () => ({ id: randomUUID() }) },
} satisfies Cases
