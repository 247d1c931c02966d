import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  decodeRelatedWords,
  encodeRelatedWords,
  relatedWords,
  relatedWordsFile,
} from '../../daemon/language/en/related-words.ts'
import { openRelations } from '../bench/retrieval/related-words.ts'
import { programFile } from '../../daemon/kernel/program.ts'

test('related.bin has the words of the model that are alike; `npm run generate:related` writes it', async () => {
  const { stems, relatedTo } = await openRelations()
  const shipped = decodeRelatedWords(readFileSync(programFile(relatedWordsFile)))
  // All of them take a minute.
  for (const stem of stems.filter((_, at) => at % 500 === 0))
    assert.deepEqual(shipped(stem), relatedTo(stem), stem)
  assert.ok(relatedWords('doctor').includes('physician'))
  assert.deepEqual(relatedWords('xqztl'), [])
})

test('Related words are read as they were written', () => {
  const words = new Map([
    ['car', ['automobil', 'lorri']],
    ['automobil', ['car']],
    ['lorri', []],
  ])
  const read = decodeRelatedWords(encodeRelatedWords(words))
  for (const [stem, related] of words) assert.deepEqual(read(stem), related)
})
