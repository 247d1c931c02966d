/** As much of a node of a document as is needed here. */
export interface TextNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TextNode[]
}

/** All text below a node. */
export function textOf({ value = '', children = [] }: TextNode): string {
  return value + children.map(textOf).join('')
}
