import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTurns } from '../../../daemon/kernel/turns.ts'

describe('The messages of one member', () => {
  it('follow one another', async () => {
    const inTurn = openTurns(8, 2_000)
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
    const inTurn = openTurns(8, 2_000)
    const first = inTurn('ann', async () => {
      throw new Error('broken')
    })
    const second = inTurn('ann', async () => 'done')
    await assert.rejects(first, /broken/)
    assert.equal(await second, 'done')
  })

  it('do not wait for those of another one', async () => {
    const inTurn = openTurns(8, 2_000)
    const gate = Promise.withResolvers<string>()
    const anns = inTurn('ann', async () => gate.promise)
    assert.equal(await inTurn('ben', async () => 'done'), 'done')
    gate.resolve('late')
    assert.equal(await anns, 'late')
  })

  it('are refused where too many wait, until there is room again; those of another one are not', async () => {
    const inTurn = openTurns(2, 2_000)
    const gate = Promise.withResolvers<string>()
    const taken = [1, 2, 3].map(() => inTurn('ann', async () => gate.promise))
    await assert.rejects(
      inTurn('ann', async () => 'too many'),
      { code: 'RATE_LIMITED', details: { retry_after_seconds: 6 } },
    )
    assert.equal(await inTurn('ben', async () => 'done'), 'done')
    gate.resolve('told')
    assert.deepEqual(await Promise.all(taken), ['told', 'told', 'told'])
    assert.equal(await inTurn('ann', async () => 'room again'), 'room again')
  })
})
