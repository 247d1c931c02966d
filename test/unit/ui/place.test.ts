import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePlace, placeOf, placeText } from '../../../daemon/ui/place.ts'

describe('what an address says after its path', () => {
  it('is taken as text, even where it looks like something else', () => {
    for (const text of ['42', 'true', 'null', '"quoted"', '{"a":1}', 'a+b & c=d?#e', ' ', 'ä']) {
      assert.deepEqual(placeOf(parsePlace(placeText({ text }))), { text })
      assert.deepEqual(placeOf(parsePlace(`?text=${encodeURIComponent(text)}`)), { text })
    }
  })

  it('has nothing but the fields that are declared', () => {
    assert.deepEqual(placeOf(parsePlace('?section=logs&other=1&__proto__=x')), { section: 'logs' })
    assert.deepEqual(placeOf({ section: 7, message: null, interaction: ['a'] }), {})
  })

  it('stays in the address even where no page reads it, as the code of an invitation', () => {
    assert.equal(
      placeText(parsePlace('?invitation=1234-5678&section=logs')),
      '?invitation=1234-5678&section=logs',
    )
  })

  it('leaves no trace where it is empty', () => {
    assert.equal(placeText({}), '')
    assert.equal(placeText({ message: undefined }), '')
    assert.deepEqual(parsePlace(''), {})
  })
})
