import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Intent } from '../../../daemon/features/conversation/intent.ts'
import { openSimilarity } from '../../../daemon/features/conversation/similarity.ts'
import { recalled } from '../../support/conversation/chat-turn.ts'

/** Directions in the plane, in degrees; whatever is not here stands on its own. */
const degrees: Readonly<Record<string, number>> = { bins: 0, waste: 30, 'see you': 0, goodbye: 20, hello: 80 }

function embedder() {
  const asked: string[][] = []
  const embed = async (texts: readonly string[]) => {
    asked.push([...texts])
    return texts.map((text) => {
      const angle = degrees[text]
      if (angle === undefined) return new Float32Array([0, 0, 1])
      const radians = (angle / 180) * Math.PI
      return new Float32Array([Math.cos(radians), Math.sin(radians), 0])
    })
  }
  return { embed, asked }
}

const broken = async () => {
  throw new Error('no model')
}

const intent = (name: string, examples: readonly string[]): Intent => ({
  name,
  patterns: [],
  examples,
  replies: { plain: ['Well.'] },
  confidence: 0.8,
})
const intents = [intent('greeting', ['hello']), intent('farewell', ['goodbye'])]
const memories = [recalled('The waste goes out on Friday')]

describe('Two words', () => {
  it('are as like as the cosine of their vectors', async () => {
    const like = await openSimilarity(embedder().embed)('When do the bins go?', memories)
    assert.ok(Math.abs(like('bins', 'waste') - Math.cos(Math.PI / 6)) < 1e-6)
  })

  it('are not alike where one was not learned', async () => {
    const like = await openSimilarity(embedder().embed)('When do the bins go?', memories)
    assert.equal(like('bins', 'hello'), 0)
  })

  it('are not alike where nothing can be learned', async () => {
    const like = await openSimilarity(broken)('When do the bins go?', memories)
    assert.equal(like('bins', 'waste'), 0)
  })

  it('are learned once', async () => {
    const { embed, asked } = embedder()
    const similarity = openSimilarity(embed)
    await similarity('When do the bins go?', memories)
    await similarity('When do the bins go?', memories)
    assert.equal(asked.length, 1)
    assert.equal(new Set(asked[0]).size, asked[0]?.length)
  })
})

describe('The intent of a text', () => {
  it('is the one whose example is nearest', async () => {
    const near = await openSimilarity(embedder().embed).nearest('see you', intents)
    assert.equal(near?.name, 'farewell')
  })

  it('is none where no example is near', async () => {
    assert.equal(await openSimilarity(embedder().embed).nearest('rhubarb', intents), null)
  })

  it('is none where nothing can be learned', async () => {
    assert.equal(await openSimilarity(broken).nearest('see you', intents), null)
  })

  it('is none of none', async () => {
    assert.equal(await openSimilarity(embedder().embed).nearest('see you', []), null)
  })
})
