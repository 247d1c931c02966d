import {
  addTurn,
  type FileContent,
  isObject,
  type Json,
  listOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'

/** Whether a value is a conversation of Claude. */
export const isClaude = (value: unknown): boolean => isObject(value) && Array.isArray(value['chat_messages'])

/** Reads `conversations.json` of an export of Claude. */
export function readClaude(value: unknown): FileContent {
  const conversations = Array.isArray(value) ? value : [value]
  if (!conversations.some(isClaude)) throw new NotThisFormat()
  const into = openContent()
  for (const [at, conversation] of conversations.entries()) {
    if (!isObject(conversation) || !Array.isArray(conversation['chat_messages'])) {
      into.skip(`conversations[${at}]`, 'not_understood')
      continue
    }
    const key = textOf(conversation['uuid']) || textOf(conversation['name']) || `conversations[${at}]`
    const begun = timeOf(conversation['created_at'])
    for (const [index, message] of conversation['chat_messages'].entries()) {
      const place = `conversations[${at}].messages[${index}]`
      if (!isObject(message)) {
        into.skip(place, 'not_understood')
        continue
      }
      const sender = textOf(message['sender'])
      addTurn(into, {
        place,
        role: sender === 'human' ? 'user' : sender,
        text: saidIn(message),
        told_at: timeOf(message['created_at']) ?? begun,
        conversation: key,
        assistant: 'Claude',
        other: ['files', 'attachments'].some((held) => listOf(message[held]).length > 0),
      })
    }
  }
  return into.content
}

/** What was said: its blocks of text, without thoughts and calls of tools; in older exports it is in one field. */
function saidIn(message: Json): string {
  const blocks = listOf(message['content'])
    .filter((block): block is Json => isObject(block) && block['type'] === 'text')
    .map((block) => textOf(block['text']))
    .filter((text) => text !== '')
  return blocks.length > 0 ? blocks.join('\n\n') : textOf(message['text'])
}
