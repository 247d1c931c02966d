import { randomUUID } from 'node:crypto'
import { adminsOnly, anybody, type Belongings, type Cases, unique } from './case.ts'

const guest = async ({ asMember }: Belongings) => {
  const introduced = await asMember('recognition.introduce', {
    full_name: `Guest ${unique()}`,
    relationship: 'friend',
  })
  return introduced.person.person_uuid as string
}

export const recognition = {
  'recognition.introduce': {
    ...anybody(201),
    input: () => ({ full_name: `Guest ${unique()}`, relationship: 'friend' }),
  },
  'recognition.family': anybody(200),
  'recognition.identify': { ...anybody(200), recovered: 200 },
  // None of these sessions is of a paired device, but that of a PIN: it may ask the family.
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
  // No model tells voices apart here, and none is kept.
  'voice.send_sample': { ...anybody(422), input: () => ({ audio: 'AAAA', format: 'audio/L16;rate=16000' }) },
  'voice.get': anybody(200),
  'voice.enrol': { ...anybody(422), input: () => ({ sample_uuids: [randomUUID()] }) },
  'voice.delete': anybody(404),
} satisfies Cases
