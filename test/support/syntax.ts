export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesOf(child)
}
