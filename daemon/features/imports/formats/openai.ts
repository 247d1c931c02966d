import {
  addTurn,
  type FileContent,
  isObject,
  jsonLines,
  jsonOf,
  type Json,
  listOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'

const isMessage = (value: unknown): value is Json =>
  isObject(value) && typeof value['role'] === 'string' && 'content' in value

/** Whether a value is the messages of one conversation. */
export const isMessages = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some(isMessage)

/** Whether a value is a conversation as it is sent to a model of OpenAI. */
export const isOpenAi = (value: unknown): boolean => isObject(value) && isMessages(value['messages'])

/** The conversations of a text: one a line, or one or a list of them as JSON, also as bare messages. */
function* conversationsOf(text: string): Generator<{ place: string; value: unknown }> {
  const whole = jsonOf(text)
  if (isMessages(whole)) yield { place: 'conversation', value: { messages: whole } }
  else if (isOpenAi(whole)) yield { place: 'conversation', value: whole }
  else if (Array.isArray(whole))
    for (const [at, value] of whole.entries()) yield { place: `conversations[${at}]`, value }
  else yield* jsonLines(text)
}

/** Reads JSON Lines, each a conversation: `{"messages":[{"role","content"}]}`. */
export function readOpenAi(text: string): FileContent {
  const into = openContent()
  let isRecognised = false
  for (const { place, value: given } of conversationsOf(text)) {
    const value = isMessages(given) ? { messages: given } : given
    if (!isObject(value) || !isOpenAi(value)) {
      into.skip(place, 'not_understood')
      continue
    }
    isRecognised = true
    const messages = listOf(value['messages'])
    const firstMessages = messages
      .filter((message) => isMessage(message) && message['role'] !== 'system')
      .slice(0, 2)
    // Wherever it stands in the file, and however it goes on, the same conversation is the same.
    const conversation =
      textOf(value['conversation_id']) || textOf(value['id']) || JSON.stringify(firstMessages)
    for (const [index, message] of messages.entries()) {
      const at = `${place}, messages[${index}]`
      if (isObject(message)) addTurn(into, turnOf(at, message, value, conversation))
      else into.skip(at, 'not_understood')
    }
  }
  if (!isRecognised) throw new NotThisFormat()
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
