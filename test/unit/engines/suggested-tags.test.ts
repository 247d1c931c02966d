import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestedTags } from '../../../daemon/features/engines/servers/suggested-tags.ts'

const gibibyte = 2 ** 30

describe('What Ollama may fetch for a machine', () => {
  it('fits its cores and half of its memory, the best first', () => {
    assert.deepEqual(suggestedTags([], 2, 8 * gibibyte), ['qwen2.5:1.5b', 'llama3.2:1b', 'qwen2.5:0.5b'])
    assert.equal(suggestedTags([], 8, 64 * gibibyte)[0], 'llama3.1:8b')
    assert.equal(suggestedTags([], 4, 16 * gibibyte)[0], 'qwen3:4b')
    assert.deepEqual(suggestedTags([], 16, gibibyte), [])
  })

  it('leaves out what it already has, by whatever name', () => {
    const present = ['qwen2.5:1.5b', 'nomic-embed-text:latest']
    assert.deepEqual(suggestedTags(present, 2, 8 * gibibyte), ['llama3.2:1b', 'qwen2.5:0.5b'])
    assert.ok(!suggestedTags(['llama3.2:latest'], 4, 16 * gibibyte).includes('llama3.2:3b'))
  })
})
