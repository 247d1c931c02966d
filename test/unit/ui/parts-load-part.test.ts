import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPart } from '../../../daemon/ui/parts/load-part.ts'

/** Loads what fails so often; how often it was tried, and how long was waited, in milliseconds. */
async function load(failures: number) {
  let tries = 0
  let waited = 0
  const outcome = await loadPart(
    () => {
      tries += 1
      return tries > failures ? Promise.resolve('loaded') : Promise.reject(new Error('unreachable'))
    },
    (milliseconds) => {
      waited += milliseconds
      return Promise.resolve()
    },
  ).catch((error: Error) => error.message)
  return { outcome, tries, waited }
}

test('a part that is there is loaded at once', async () => {
  assert.deepEqual(await load(0), { outcome: 'loaded', tries: 1, waited: 0 })
})

test('a part is asked for again while the daemon starts', async () => {
  assert.partialDeepStrictEqual(await load(6), { outcome: 'loaded', tries: 7 })
})

test('a part that cannot be loaded fails after 16 to 32 s', async () => {
  const { outcome, tries, waited } = await load(Infinity)
  assert.deepEqual([outcome, tries], ['unreachable', 7])
  assert.ok(waited >= 15_000 && waited <= 32_000, `${waited} ms`)
})
