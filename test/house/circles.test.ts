import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importsOf, sources } from '../support/sources.ts'

/** The groups of files each of which leads to every other by its imports, those of types included. */
function circlesOf(files: readonly string[]): string[][] {
  const imports = new Map(files.map((file) => [file, importsOf(file).map((imported) => imported.file)]))
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  /** Tarjan's algorithm: answers the earliest file on the stack that this one leads back to. */
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    const depth = stack.push(file) - 1
    let lowest = own
    for (const imported of imports.get(file) ?? []) {
      if (!imports.has(imported)) continue
      if (!order.has(imported)) lowest = Math.min(lowest, visit(imported))
      else if (stack.includes(imported)) lowest = Math.min(lowest, order.get(imported) ?? own)
    }
    if (lowest === own) {
      const group = stack.splice(depth)
      if (group.length > 1 || imports.get(file)?.includes(file)) circles.push(group.toSorted())
    }
    return lowest
  }

  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

describe('Imports', () => {
  for (const folders of [['app', 'daemon', 'build'], ['test/support']]) {
    it(`in ${folders.join(', ')} never lead back to where they began`, () => {
      const files = sources(...folders)
      assert.ok(files.length > 20)
      assert.deepEqual(circlesOf(files), [])
    })
  }
})
