import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readLink, readWords } from '../../../app/links.ts'

const id = '0e2f9e2e-3f5f-4b43-8d7d-0f4a4f1f4b2a'

describe('An address of the app', () => {
  for (const page of ['talk', 'inbox', 'memories', 'mood', 'goals', 'me', 'household', 'system'])
    it(`names the page ${page}`, () => {
      assert.deepEqual(readLink(`companion://${page}`), { show: 'page', path: `/${page}` })
      assert.deepEqual(readLink(`companion://${page}/`), { show: 'page', path: `/${page}` })
    })

  it('opens the ask window with a prepared text', () => {
    assert.deepEqual(readLink('companion://ask'), { show: 'ask', text: '' })
    assert.deepEqual(readLink('companion://ask?text=a%20%26b'), { show: 'ask', text: 'a &b' })
    const { text } = readLink(`companion://ask?text=${'x'.repeat(9_000)}`) as { text: string }
    assert.equal(text.length, 2_000)
  })

  it('opens an interaction by its id', () => {
    const wanted = { show: 'interaction', interaction_id: id, focus: true }
    assert.deepEqual(readLink(`companion://inbox/${id}`), wanted)
    assert.deepEqual(readLink(`COMPANION://INBOX/${id.toUpperCase()}/`), wanted)
  })

  it('opens an invitation by its code', () => {
    assert.deepEqual(readLink('companion://welcome?invitation=Ab-12_z'), {
      show: 'page',
      path: '/welcome?invitation=Ab-12_z',
    })
  })

  for (const address of [
    'companion://',
    'companion:talk',
    'companion://nowhere',
    'companion://talk/deeper',
    'companion://inbox/1',
    'companion://ask/now',
    'companion://welcome',
    'companion://welcome?invitation=%22%3E%3Cscript%3E',
    'companion://welcome?code=abc',
    'companion://../talk',
    'https://talk',
    'file:///talk',
    'talk',
    '',
  ])
    it(`"${address}" is not accepted`, () => assert.equal(readLink(address), null))

  it('is parsed or rejected, whatever it contains', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, text) => {
        const wanted = readLink(`companion:${url.slice(url.indexOf(':') + 1)}${text}`)
        assert.ok(wanted === null || typeof wanted.show === 'string')
      }),
    )
  })
})

describe("The app's arguments", () => {
  it('are searched for an address', () => {
    assert.deepEqual(readWords(['--hidden', 'companion://mood', 'companion://me']), {
      show: 'page',
      path: '/mood',
    })
  })

  it('are ignored without one', () => {
    assert.equal(readWords(['--hidden', '/home/mia/companion']), null)
    assert.equal(readWords([]), null)
  })
})
