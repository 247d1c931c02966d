import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTurnQueue } from '../../../daemon/kernel/turns.ts'

const long = 60_000

/** Takes for members one after the other, in so many milliseconds, and notes in which order they get what. */
function queueOf<T>(...all: T[]) {
  const queue = openTurnQueue(all)
  const order: string[] = []
  const take = async (member: string, mark = member) => {
    const taken = await queue.take(member, long)
    order.push(mark)
    return taken
  }
  return { ...queue, wait: queue.take, take, order }
}

describe('A queue of turns', () => {
  it('gives what is free at once, and what is given back to the next', async () => {
    const { take, give } = queueOf('a')
    assert.equal(await take('ann'), 'a')
    const bens = take('ben')
    give('ann', 'a')
    assert.equal(await bens, 'a')
  })

  it('lets members take turns, however many turns one of them wants', async () => {
    const { take, give, order } = queueOf('a')
    const all = [take('ann', 'ann 1'), take('ann', 'ann 2'), take('ann', 'ann 3'), take('ben'), take('cleo')]
    for (const [at, member] of ['ann', 'ben', 'cleo', 'ann', 'ann'].entries()) {
      await new Promise(setImmediate)
      assert.equal(order.length, at + 1)
      give(member, 'a')
    }
    await Promise.all(all)
    assert.deepEqual(order, ['ann 1', 'ben', 'cleo', 'ann 2', 'ann 3'])
  })

  it('gives a member one at a time, even where more are free', async () => {
    const { take, give, order } = queueOf('a', 'b')
    const [first] = [await take('ann', 'ann 1'), take('ann', 'ann 2')]
    assert.equal(await take('ben'), 'b')
    give('ben', 'b')
    await new Promise(setImmediate)
    assert.deepEqual(order, ['ann 1', 'ben'])
    give('ann', first ?? '')
    await new Promise(setImmediate)
    assert.deepEqual(order, ['ann 1', 'ben', 'ann 2'])
  })

  it('gives nothing to who has waited for too long, and what is free to the next', async () => {
    const { take, wait, give } = queueOf('a')
    await take('ann')
    const bens = wait('ben', 5)
    const cleos = take('cleo')
    assert.equal(await bens, null)
    give('ann', 'a')
    assert.equal(await cleos, 'a')
  })

  it('gives the one that was given back last', async () => {
    const { take, give } = queueOf('a', 'b')
    const [anns, bens] = [await take('ann'), await take('ben')]
    give('ben', bens ?? '')
    give('ann', anns ?? '')
    assert.equal(await take('cleo'), 'a')
  })
})
