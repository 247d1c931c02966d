import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { type Operation, type Operations, routeOf } from '../../kernel/operation.ts'

/** What the tools are about: the groups of operations that make sense to another assistant. */
const groups = new Set(['conversation', 'memory', 'agency', 'interactions', 'emotion'])

/** An operation as a tool. */
export interface OperationTool {
  readonly operation: string
  readonly tool: Tool
}

/** The operations for members of those groups, as tools by their names; `memory.search` is `memory_search`. */
export function toolsOf(operations: Operations): ReadonlyMap<string, OperationTool> {
  return new Map(
    Object.entries(operations)
      .filter(([name, { access }]) => access === 'member' && groups.has(name.split('.')[0] ?? ''))
      .map(([operation, declaration]) => {
        const tool = toolOf(operation, declaration)
        return [tool.name, { operation, tool }]
      }),
  )
}

function toolOf(name: string, operation: Operation): Tool {
  const { summary, description, input } = operation
  const { method } = routeOf(operation)
  return {
    name: name.replace('.', '_'),
    title: summary,
    description: description === undefined ? summary : `${summary}. ${description}`,
    // Plain JSON Schema, once what only types need is gone.
    inputSchema: JSON.parse(JSON.stringify(input)) as Tool['inputSchema'],
    annotations: {
      readOnlyHint: method === 'GET',
      idempotentHint: method !== 'POST',
      openWorldHint: false,
    },
  }
}
