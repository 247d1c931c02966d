import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openLatePorts } from '../../../daemon/bus/late-ports.ts'

interface Ports {
  readonly nameOf: (id: string) => string
  readonly count: () => number
}

describe('A port that is provided later', () => {
  it('calls what was provided under its name', () => {
    const { port, provide } = openLatePorts<Ports>()
    const [nameOf, count] = [port('nameOf'), port('count')]
    provide({ nameOf: (id) => `name of ${id}`, count: () => 2 })
    assert.deepEqual([nameOf('ann'), count()], ['name of ann', 2])
  })

  it('fails where it is called too early, and says which it is', () => {
    const { port } = openLatePorts<Ports>()
    assert.throws(() => port('nameOf')('ann'), /nameOf is called before it is provided/)
  })

  it('is provided once', () => {
    const { provide } = openLatePorts<Ports>()
    const ports = { nameOf: () => 'Ann', count: () => 1 }
    provide(ports)
    assert.throws(() => provide(ports), /provided already/)
  })
})
