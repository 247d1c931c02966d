import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTurns } from '../../../daemon/features/conversation/turns.ts'

describe('The messages of one member', () => {
  it('follow one another', async () => {
    const inTurn = openTurns()
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = inTurn('ann', async () => {
      order.push('first begins')
      await gate.promise
      order.push('first ends')
    })
    const second = inTurn('ann', async () => {
      order.push('second')
    })
    gate.resolve()
    await Promise.all([first, second])
    assert.deepEqual(order, ['first begins', 'first ends', 'second'])
  })

  it('go on after one that failed, which fails alone', async () => {
    const inTurn = openTurns()
    const first = inTurn('ann', async () => {
      throw new Error('broken')
    })
    const second = inTurn('ann', async () => 'done')
    await assert.rejects(first, /broken/)
    assert.equal(await second, 'done')
  })

  it('do not wait for those of another one', async () => {
    const inTurn = openTurns()
    const gate = Promise.withResolvers<string>()
    const anns = inTurn('ann', async () => gate.promise)
    assert.equal(await inTurn('ben', async () => 'done'), 'done')
    gate.resolve('late')
    assert.equal(await anns, 'late')
  })
})
