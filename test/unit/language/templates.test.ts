import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compile, compileAny } from '../../../daemon/language/templates.ts'

const slots = { pet: 'cat|dog', 'my pet': '(?:my|our) [pet]' }

describe('A template', () => {
  it('finds whole words, whatever their case', () => {
    const pattern = compile('feed the [pet]', slots)
    assert.match('Please FEED the Dog.', pattern)
    assert.doesNotMatch('feed the doggy', pattern)
    assert.doesNotMatch('overfeed the dog', pattern)
  })

  it('takes slots within slots', () => {
    assert.match('our cat', compile('[my pet]', slots))
  })

  it('takes any apostrophe, or none', () => {
    const pattern = compile("don't", slots)
    for (const spelling of ["don't", 'don’t', 'dont']) assert.match(spelling, pattern)
  })

  it('takes any white space for a blank', () => {
    assert.match('feed  the\ncat', compile('feed the [pet]', slots))
  })

  it('takes a blank that may be missing', () => {
    const pattern = compile('any ?more', slots)
    for (const spelling of ['anymore', 'any more']) assert.match(spelling, pattern)
  })

  it('is refused where a slot is missing', () => {
    assert.throws(() => compile('feed the [bird]', slots), /no slot \[bird\]/)
  })

  it('finds what any of several finds', () => {
    assert.match('walk the dog', compileAny(['feed the [pet]', 'walk the [pet]'], slots))
  })
})
