import { anybody, type Belongings, type Cases, ownerAlone, unique } from './case.ts'

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

const onGoal = (more: object = {}) => ({
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const { goal } = await asMember('agency.create_goal', { title: `plan ${unique()}` })
    return { id: goal.goal_uuid as string, ...more }
  },
})

export const conversation = {
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
} satisfies Cases
