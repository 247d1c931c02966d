import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { TObject, TSchema } from 'typebox'
import type { Caller } from '../../kernel/context.ts'
import { effectOf, isRepeatable, type Operation, type Operations, scopesOf } from '../../kernel/operation.ts'
import { defaultScopes, type Scope } from '../../kernel/scope.ts'
import { hoist, type Json } from '../description.ts'

/** What the tools are about: the groups of operations that make sense to another assistant. */
const groups = new Set(['conversation', 'memory', 'agency', 'interactions', 'emotion'])

/** What lies in a message to the companion for whoever may say it, and is as hard to take back as an answer. */
const wantsAct: ReadonlySet<string> = new Set(['conversation.clear'])
/** What a key does to its own questions alone, and a person's token to all of theirs. */
const wantsKey: ReadonlySet<string> = new Set(['interactions.cancel'])

export interface OperationTool {
  readonly operation: string
  /** Of which its caller needs one; none where it wants a person. */
  readonly scopes: readonly Scope[]
  readonly input: TObject
  readonly tool: Tool
}

/**
 * The tools that are offered to a caller: those that their key was made for. A person's access token, given to a program,
 * is as good as a key without `act`: nothing is approved, answered, cleared or deleted that nobody has thought of.
 */
export function toolsFor(
  { key }: Pick<Caller, 'key'>,
  tools: ReadonlyMap<string, OperationTool>,
): ReadonlyMap<string, OperationTool> {
  const held = key?.scopes ?? defaultScopes
  return new Map(
    [...tools].filter(
      ([, { operation, scopes }]) =>
        scopes.some((scope) => held.has(scope)) &&
        (!wantsAct.has(operation) || held.has('act')) &&
        (key !== null || !wantsKey.has(operation)) &&
        (key?.allowed_operations?.has(operation) ?? true),
    ),
  )
}

/** The operations for members of those groups, as tools by their names; `memory.search` is `memory_search`. */
export function toolsOf(operations: Operations): ReadonlyMap<string, OperationTool> {
  return new Map(
    Object.entries(operations)
      .filter(([name, { access }]) => access === 'member' && groups.has(name.split('.')[0] ?? ''))
      .map(([operation, declaration]) => {
        const tool = toolOf(operation, declaration)
        return [tool.name, { operation, scopes: scopesOf(declaration), input: declaration.input, tool }]
      }),
  )
}

function toolOf(name: string, operation: Operation): Tool {
  const { summary, description, input, output } = operation
  const effect = effectOf(operation)
  return {
    name: name.replace('.', '_'),
    title: summary,
    description: description === undefined ? summary : `${summary}. ${description}`,
    inputSchema: schemaOf(input) as Tool['inputSchema'],
    outputSchema: schemaOf(output) as Tool['outputSchema'],
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      idempotentHint: isRepeatable(operation),
      openWorldHint: false,
    },
  }
}

/** A schema by itself, which says that it is of an object, as tools have it: what has a name stands in `$defs`. */
function schemaOf(schema: TSchema): Json {
  const $defs: Record<string, Json> = {}
  // Plain JSON Schema, once what only types need is gone.
  const { $id: _, ...whole } = JSON.parse(JSON.stringify(schema)) as Json
  const moved = hoist(whole, $defs, '#/$defs/')
  return { type: 'object', ...moved, ...(Object.keys($defs).length > 0 && { $defs }) }
}
