import { type Static, Type } from 'typebox'
import { failure, invalidRequest } from '../../kernel/errors.ts'
import { model } from './completion.ts'

const UnknownModel = failure(
  'NOT_FOUND',
  `there is no such model here; the one that there is is called ${model}`,
  'model_not_found',
)

/** What a parameter may be, where the companion cannot do all that OpenAI can; and what is said otherwise. */
type Supported = readonly [name: string, fits: (value: unknown) => boolean, reason: string]

const is =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value)
const isText = (format: unknown) =>
  typeof format === 'object' && format !== null && 'type' in format && format.type === 'text'
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const never = () => false
const noTools = 'may only be none or auto: the companion calls no tools of yours'

export const completionSupport: readonly Supported[] = [
  ['n', is(1), 'may only be 1'],
  ['response_format', isText, 'may only be text'],
  ['tool_choice', is('none', 'auto'), noTools],
  ['function_call', is('none', 'auto'), noTools],
  ['logprobs', is(false), 'cannot be had'],
  ['top_logprobs', is(0), 'cannot be had'],
  ['logit_bias', isEmpty, 'cannot be given'],
  ['modalities', (value) => Array.isArray(value) && value.every((one) => one === 'text'), 'may only be text'],
  ['audio', never, 'cannot be had'],
  ['web_search_options', never, 'cannot be given: the companion does not search the web'],
]

const ownMemory = 'cannot be given: the companion knows by itself what was said before'

export const responseSupport: readonly Supported[] = [
  ['tool_choice', is('none', 'auto'), noTools],
  ['previous_response_id', never, ownMemory],
  ['conversation', never, ownMemory],
  ['background', is(false), 'is not supported'],
  ['prompt', never, 'cannot be given: no prompts are kept here'],
  ['top_logprobs', is(0), 'cannot be had'],
  [
    'text',
    (value) =>
      isEmpty(value) ||
      (typeof value === 'object' && value !== null && (!('format' in value) || isText(value.format))),
    'may only be of the format text',
  ],
]

/** Throws 400 for the first parameter that asks for what cannot be done, and 404 for another model. */
export function assertSupported(body: object, support: readonly Supported[]): void {
  const given = body as Readonly<Record<string, unknown>>
  for (const [name, fits, reason] of support) {
    const value = given[name] ?? null
    if (value !== null && !fits(value)) throw invalidRequest(name, reason)
  }
  assertModel(given['model'])
}

/** Throws 404 where another model than the companion is asked for. */
export function assertModel(asked: unknown): void {
  if (asked !== undefined && asked !== model) throw UnknownModel({ field: 'model' })
}

/** The text of a message: as it is, or in parts of these types, one a line. Throws 400 where a part is something else. */
export function textOf(content: Content, types: readonly string[], field: string): string {
  if (typeof content === 'string') return content
  return content
    .map(({ type, text }) => {
      if (!types.includes(type)) throw invalidRequest(field, `may only be text, not ${type.slice(0, 50)}`)
      if (text === undefined) throw invalidRequest(`${field}.text`, 'is required')
      return text
    })
    .join('\n')
}

export const Content = Type.Union([
  Type.String(),
  Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
])
type Content = Static<typeof Content>

export const MaxTokens = Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]))
