import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askingClause } from '../../../daemon/language/en/signs.ts'

describe('The clause that asks', () => {
  it('is the one that has the form of a question', () => {
    assert.equal(askingClause('what am i allergic to, theyre asking on a form'), 'what am i allergic to')
    assert.equal(askingClause("filling in a form, who's my employer?"), "who's my employer?")
  })

  it('is none where all of the sentence asks, or what asks tells of nothing', () => {
    assert.equal(askingClause("When is Ben's recital?"), null)
    assert.equal(askingClause("They're serving prawns, will I be all right with that?"), null)
  })
})
