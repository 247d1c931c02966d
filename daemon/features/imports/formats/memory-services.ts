import {
  addTurn,
  type Content,
  type FileContent,
  isObject,
  type Json,
  jsonLines,
  jsonOf,
  listOf,
  NotThisFormat,
  openContent,
  textOf,
  timeOf,
} from './imported.ts'

/** The memories of an answer of mem0: a bare list, or its `results`. */
const entriesOfMem0 = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? listOf(value['results']) : []

export const isMem0 = (value: unknown): boolean =>
  entriesOfMem0(value).some((entry) => isObject(entry) && typeof entry['memory'] === 'string')

/** Reads what mem0 answers for all memories. */
export function readMem0(value: unknown): FileContent {
  if (!isMem0(value)) throw new NotThisFormat()
  const into = openContent()
  for (const [at, entry] of entriesOfMem0(value).entries()) {
    const place = `results[${at}]`
    if (!isObject(entry) || typeof entry['memory'] !== 'string') into.skip(place, 'not_understood')
    else
      into.add(place, {
        content: entry['memory'],
        told_at: timeOf(entry['created_at']) ?? timeOf(entry['updated_at']),
        tags: tagsOf(entry['categories']),
      })
  }
  return into.content
}

/** Tags as memories may have them, of a list or a text with commas. */
export function tagsOf(value: unknown): string[] {
  const given = typeof value === 'string' ? value.split(/[,;]/) : listOf(value)
  const tags = given.map((tag) => textOf(tag).replace(/^#/, '').slice(0, 50).trim())
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, 20)
}

const isEntry = (value: unknown): value is Json =>
  isObject(value) &&
  ((value['type'] === 'entity' && typeof value['name'] === 'string') ||
    (value['type'] === 'relation' && typeof value['relationType'] === 'string'))

const isGraph = (value: unknown): value is Json => isObject(value) && Array.isArray(value['entities'])

/** Whether the first line of a text, or all of it, is of the memory server of the Model Context Protocol. */
export const isMcpMemory = (value: unknown): boolean => isEntry(value) || isGraph(value)

/** Reads the file of the memory server of the Model Context Protocol, or the graph that it answers. */
export function readMcpMemory(text: string): FileContent {
  const into = openContent()
  const whole = jsonOf(text)
  const entries = isGraph(whole)
    ? ['entity', 'relation'].flatMap((type) =>
        listOf(whole[type === 'entity' ? 'entities' : 'relations']).map((entry, at) => ({
          place: `${type === 'entity' ? 'entities' : 'relations'}[${at}]`,
          value: isObject(entry) ? { ...entry, type } : entry,
        })),
      )
    : [...jsonLines(text)]
  if (!entries.some(({ value }) => isEntry(value))) throw new NotThisFormat()
  for (const { place, value } of entries) {
    if (!isEntry(value)) into.skip(place, 'not_understood')
    else if (value['type'] === 'entity') addEntity(into, place, value)
    else {
      const words = ['from', 'relationType', 'to'].map((field) => textOf(value[field]).replaceAll('_', ' '))
      into.add(place, { content: words.join(' ') })
    }
  }
  return into.content
}

/** Whether a text has some words as words of their own. */
function saysWord(text: string, words: string): boolean {
  const spaced = (one: string) => ` ${one.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')} `
  return spaced(text).includes(spaced(words))
}

function addEntity(into: Content, place: string, entity: Json): void {
  const name = textOf(entity['name'])
  const spoken = name.replaceAll('_', ' ')
  const type = textOf(entity['entityType'])
  const observations = listOf(entity['observations']).map(textOf)
  if (observations.length === 0) into.add(place, { content: type === '' ? spoken : `${spoken}: ${type}` })
  for (const [at, observation] of observations.entries()) {
    const named = [name, spoken].some((one) => saysWord(observation, one))
    const content = observation === '' || named ? observation : `${spoken}: ${observation}`
    into.add(`${place}, observations[${at}]`, { content, tags: tagsOf([type]) })
  }
}

const isAgent = (value: unknown): value is Json =>
  isObject(value) &&
  ['core_memory', 'blocks', 'agents', 'passages'].some((part) => Array.isArray(value[part]))

const isPassage = (value: unknown): value is Json =>
  isObject(value) &&
  typeof value['text'] === 'string' &&
  ['agent_id', 'archive_id', 'source_id', 'embedding_config', 'file_id'].some((field) => field in value)

/** Whether a value is an agent of Letta, or a list of its archival passages. */
export const isLetta = (value: unknown): boolean =>
  isAgent(value) || (Array.isArray(value) && value.some(isPassage))

/** Reads an agent file of Letta (its blocks of memory, its passages and its messages), or a list of passages. */
export function readLetta(value: unknown): FileContent {
  const into = openContent()
  if (Array.isArray(value) && value.some(isPassage)) addPassages(into, 'passages', value)
  else if (isAgent(value)) {
    addAgent(into, '', value)
    for (const [at, agent] of listOf(value['agents']).entries())
      if (isObject(agent)) addAgent(into, `agents[${at}].`, agent)
      else into.skip(`agents[${at}]`, 'not_understood')
  } else throw new NotThisFormat()
  return into.content
}

function addAgent(into: Content, at: string, agent: Json): void {
  for (const part of ['core_memory', 'blocks'])
    for (const [index, block] of listOf(agent[part]).entries()) {
      const place = `${at}${part}[${index}]`
      // What a persona says is of the assistant.
      if (!isObject(block)) into.skip(place, 'not_understood')
      else if (block['label'] === 'persona') into.skip(place, 'system_message')
      else
        for (const line of textOf(block['value']).split(/\n+/))
          into.add(place, { content: line.replace(/^[-*•]\s+/, ''), tags: tagsOf([block['label']]) })
    }
  addPassages(into, `${at}passages`, listOf(agent['passages']))
  for (const [index, message] of listOf(agent['messages']).entries()) {
    const place = `${at}messages[${index}]`
    if (isObject(message)) addMessage(into, place, message, agent)
    else into.skip(place, 'not_understood')
  }
}

function addPassages(into: Content, at: string, passages: readonly unknown[]): void {
  for (const [index, passage] of passages.entries()) {
    const place = `${at}[${index}]`
    if (!isObject(passage) || typeof passage['text'] !== 'string') into.skip(place, 'not_understood')
    else
      into.add(place, {
        content: passage['text'],
        told_at: timeOf(passage['created_at']),
        tags: tagsOf(passage['tags']),
      })
  }
}

/** What a call of a tool says to the person; empty where it is another tool. */
function sentBy(call: unknown): string {
  const asked = isObject(call) && isObject(call['function']) ? call['function'] : {}
  const given = asked['name'] === 'send_message' ? jsonOf(textOf(asked['arguments'])) : undefined
  return isObject(given) ? textOf(given['message']) : ''
}

function addMessage(into: Content, place: string, message: Json, agent: Json): void {
  const parts = typeof message['content'] === 'string' ? [message['content']] : listOf(message['content'])
  const texts = parts.map((part) => textOf(isObject(part) ? part['text'] : part)).filter((one) => one !== '')
  // What an agent answers is what it sends; what else it writes is what it thinks.
  const calls = listOf(message['tool_calls'])
  const sent = calls.map(sentBy).filter((one) => one !== '')
  const text = (calls.length > 0 ? sent : texts).join('\n\n') || textOf(message['text'])
  // What comes from outside is packed with the time and what it is.
  const packed = text.startsWith('{') ? jsonOf(text) : undefined
  const of = isObject(packed) ? textOf(packed['type']) : ''
  const payload = isObject(packed) && of !== '' ? packed : null
  addTurn(into, {
    place,
    role:
      calls.length > sent.length
        ? 'tool'
        : payload && of !== 'user_message'
          ? 'system'
          : textOf(message['role']),
    text: payload ? textOf(payload['message']) : text,
    told_at: timeOf(message['created_at']) ?? timeOf(payload?.['time']),
    // Files number their agents, so an id says nothing by itself.
    conversation: `Letta ${['name', 'id', 'created_at'].map((field) => textOf(agent[field])).join(' ')}`,
    assistant: textOf(agent['name']) || 'Letta',
    other: false,
  })
}
