import {
  addTurn,
  type FileContent,
  isObject,
  jsonLines,
  type Json,
  listOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'

/** Whether a value is a conversation as it is sent to a model of OpenAI. */
export const isOpenAi = (value: unknown): boolean =>
  isObject(value) &&
  listOf(value['messages']).some((message) => isObject(message) && 'role' in message && 'content' in message)

/** Reads JSON Lines, each a conversation: `{"messages":[{"role","content"}]}`. */
export function readOpenAi(text: string): FileContent {
  const into = openContent()
  let known = false
  for (const { place, value, line } of jsonLines(text)) {
    if (!isObject(value) || !isOpenAi(value)) {
      into.skip(place, 'not_understood')
      continue
    }
    known = true
    // Wherever it stands in the file, the same conversation is the same.
    const conversation = textOf(value['conversation_id']) || textOf(value['id']) || line.trim()
    for (const [index, message] of listOf(value['messages']).entries()) {
      const at = `${place}, messages[${index}]`
      if (isObject(message)) addTurn(into, turnOf(at, message, value, conversation))
      else into.skip(at, 'not_understood')
    }
  }
  if (!known) throw new NotThisFormat()
  return into.content
}

function turnOf(place: string, message: Json, whole: Json, conversation: string) {
  const parts = Array.isArray(message['content']) ? message['content'] : [message['content']]
  const texts = parts.map((part) => textOf(isObject(part) ? part['text'] : part)).filter((one) => one !== '')
  const times = [message['created_at'], message['timestamp'], whole['created_at'], whole['created']]
  return {
    place,
    role: textOf(message['role']),
    text: texts.join('\n\n'),
    told_at: times.map(timeOf).find((time) => time !== null) ?? null,
    conversation,
    assistant: textOf(message['name']) || 'Assistant',
    other: parts.some((part) => isObject(part) && typeof part['text'] !== 'string'),
  }
}
