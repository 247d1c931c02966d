import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openResultCache } from '../../../../daemon/features/memory/search/search.ts'
import { ManualClock } from '../../../support/clock.ts'

const nothingFound = { hits: [], confident: false }

test('the answer of a search is kept until its owner is told something, whoever else was told something since', async () => {
  const cache = openResultCache(new ManualClock(0))
  let asked = 0
  const ask = async () => {
    await cache.of('tea', ['olga', 'household'], 10, () => {
      asked += 1
      return Promise.resolve(nothingFound)
    })
    return asked
  }
  const othersWrite = () => {
    for (let at = 0; at < 20_000; at += 1) cache.changed(`other ${at}`)
  }
  cache.changed('olga')
  cache.changed('household')
  assert.deepEqual([await ask(), await ask()], [1, 1])
  cache.changed('other')
  assert.equal(await ask(), 1)
  cache.changed('olga')
  assert.equal(await ask(), 2)
  // So many that olga is not told apart from others any more.
  cache.changed('olga')
  othersWrite()
  assert.equal(await ask(), 3)
  cache.changed('olga')
  othersWrite()
  assert.equal(await ask(), 4)
  cache.stop()
})
