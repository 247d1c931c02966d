import { adminsOnly, anybody, type Belongings, type Cases, ownerAlone } from './case.ts'

const onInteraction = (type: string, more: object = {}, prepared: object = {}) => ({
  ...ownerAlone,
  input: async ({ interaction }: Belongings) => ({
    interaction_id: await interaction(type, prepared),
    ...more,
  }),
})

export const interactions = {
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
} satisfies Cases
