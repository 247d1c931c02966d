import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isThisMachine, placeOfProblem, sectionOf, sections } from '../../../daemon/ui/me/account-rules.ts'
import { archiveNameOf, sizeOf } from '../../../daemon/ui/me/export-file.ts'

describe('The sections', () => {
  it('are named by the address', () => assert.deepEqual(sections.map(sectionOf), sections))

  it('begin with the profile where the address names none of them', () => {
    assert.deepEqual([undefined, '', 'nonsense', 7, ['devices']].map(sectionOf), Array(5).fill('profile'))
  })
})

describe('An address', () => {
  it('is this machine where it is a loopback one', () => {
    for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', 'localhost'])
      assert.equal(isThisMachine(address), true, address)
  })

  it('is another machine otherwise', () => {
    for (const address of ['192.168.1.20', '::2', 'fe80::1', '1127.0.0.1', '10.127.0.1'])
      assert.equal(isThisMachine(address), false, address)
  })
})

describe('What is wrong with a new password', () => {
  it('is shown at the field it belongs to', () => {
    assert.equal(placeOfProblem({ code: 'PASSWORD_REJECTED' }), 'new')
    assert.equal(placeOfProblem({ code: 'INVALID_CREDENTIALS' }), 'current')
  })

  it('is shown above the form when it belongs to none', () => {
    assert.deepEqual(
      [placeOfProblem({ code: 'RATE_LIMITED' }), placeOfProblem({ code: null })],
      ['form', 'form'],
    )
  })
})

describe('The file of everything', () => {
  it('is named after the member and the day, also where it is encrypted', () => {
    const text = '{"made_at":"2026-05-01T23:59:59.000Z","member":{"username":"mia"}}\n{}\n'
    assert.equal(archiveNameOf(text, false), 'companion-mia-2026-05-01.jsonl')
    assert.equal(archiveNameOf(text, true), 'companion-mia-2026-05-01.jsonl.age')
  })

  it('shows its size in words', () => {
    assert.deepEqual(
      [20, 12_400, 1_260_000].map((bytes) => sizeOf(bytes, 'en')),
      ['1 kB', '12 kB', '1.3 MB'],
    )
    assert.equal(sizeOf(1_260_000, 'de').replaceAll(/\s/g, ' '), '1,3 MB')
  })
})
