import {
  addTurn,
  type Content,
  type FileContent,
  isObject,
  type Json,
  listOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'

/** Whether a value is a conversation of ChatGPT. */
export const isChatGpt = (value: unknown): boolean => isObject(value) && isObject(value['mapping'])

/** Reads `conversations.json` of an export of ChatGPT: of each conversation the branch that was read last. */
export function readChatGpt(value: unknown): FileContent {
  const conversations = Array.isArray(value) ? value : [value]
  if (!conversations.some(isChatGpt)) throw new NotThisFormat()
  const into = openContent()
  for (const [at, conversation] of conversations.entries()) {
    const place = `conversations[${at}]`
    if (!isObject(conversation) || !isObject(conversation['mapping'])) into.skip(place, 'not_understood')
    else readConversation(into, place, conversation, conversation['mapping'])
  }
  return into.content
}

function readConversation(into: Content, at: string, conversation: Json, mapping: Json): void {
  const name = [conversation['conversation_id'], conversation['id'], conversation['title']].map(textOf)
  const key = name.find((one) => one !== '') ?? at
  for (const [index, node] of branchOf(conversation, mapping).entries()) {
    const place = `${at}.messages[${index}]`
    const { message } = node
    // The root holds none.
    if (message === null || message === undefined) continue
    if (!isObject(message)) into.skip(place, 'not_understood')
    else readMessage(into, place, key, message, timeOf(conversation['create_time']))
  }
}

/** The nodes from the root down to the one that was read last; where that is not said, to the newest. */
function branchOf(conversation: Json, mapping: Json): Json[] {
  const branch: Json[] = []
  const seen = new Set<string>()
  const currentId = conversation['current_node']
  let id = typeof currentId === 'string' && isObject(mapping[currentId]) ? currentId : newestOf(mapping)
  while (typeof id === 'string' && !seen.has(id)) {
    seen.add(id)
    const node = mapping[id]
    if (!isObject(node)) break
    branch.push(node)
    const parent: unknown = node['parent']
    id = typeof parent === 'string' ? parent : undefined
  }
  return branch.toReversed()
}

function newestOf(mapping: Json): string | undefined {
  let [newest, time] = [undefined as string | undefined, -1]
  for (const [id, node] of Object.entries(mapping)) {
    const message = isObject(node) && isObject(node['message']) ? node['message'] : {}
    const created = typeof message['create_time'] === 'number' ? message['create_time'] : 0
    if (created >= time) [newest, time] = [id, created]
  }
  return newest
}

/** Kinds of content that are what the model did, or was told of the person, and not what anybody said. */
const notSaid = new Set([
  'code',
  'execution_output',
  'thoughts',
  'reasoning_recap',
  'tether_browsing_display',
  'tether_quote',
  'user_editable_context',
  'model_editable_context',
])

function readMessage(
  into: Content,
  place: string,
  conversation: string,
  message: Json,
  begun: string | null,
): void {
  const { author, content, metadata, recipient } = message
  const role = isObject(author) ? textOf(author['role']) : ''
  const kind = isObject(content) ? textOf(content['content_type']) : ''
  const hidden = isObject(metadata) && metadata['is_visually_hidden_from_conversation'] === true
  const toTool = role === 'assistant' && typeof recipient === 'string' && recipient !== 'all'
  const parts = isObject(content) ? listOf(content['parts']) : []
  const texts = parts.map((part) => textOf(isObject(part) ? part['text'] : part)).filter((one) => one !== '')
  addTurn(into, {
    place,
    role: toTool || notSaid.has(kind) ? 'tool' : hidden ? 'system' : role,
    text: texts.join('\n\n'),
    told_at: timeOf(message['create_time']) ?? begun,
    conversation,
    assistant: 'ChatGPT',
    other: parts.some((part) => isObject(part) && typeof part['text'] !== 'string'),
  })
}
