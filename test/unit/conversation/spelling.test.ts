import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { respelled } from '../../../daemon/features/conversation/spelling.ts'

/** What is written, and what is meant. */
const rows: readonly (readonly [string, string])[] = [
  ['whats teh time', "what's the time"],
  ['Dont forget', "Don't forget"],
  ['remind me plz tommorow', 'remind me please tomorrow'],
  ['how are u?', 'how are you?'],
  ['I wish you well, its paw hurts', 'I wish you well, its paw hurts'],
  ['My mail is u@im.example', 'My mail is u@im.example'],
  ['The U-shaped table', 'The U-shaped table'],
]

describe('What was written in haste', () => {
  for (const [written, meant] of rows)
    it(`${written}: ${meant}`, () => {
      assert.equal(respelled(written), meant)
    })
})
