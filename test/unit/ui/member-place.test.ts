import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { memberPlace } from '../../../daemon/ui/api/member-place.ts'
import { forgetMember } from '../../../daemon/ui/api/tab.ts'

class TabStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

const key = 'ab'.repeat(32)
const at = (name: string, whose: string) => memberPlace(name, whose, key)

describe('the places of a member in a tab', () => {
  beforeEach(() =>
    Object.defineProperty(globalThis, 'sessionStorage', { value: new TabStorage(), configurable: true }),
  )

  it('keep what is put there, until it is taken away', () => {
    const place = at('draft', 'ann')
    assert.equal(place.load(), null)
    for (const text of ['Not said yet', 'Ümläute und 🌱', 'x'.repeat(200_000)]) {
      place.save(text)
      assert.equal(at('draft', 'ann').load(), text)
    }
    assert.equal(at('outbox', 'ann').load(), null)
    assert.equal(at('draft', 'ben').load(), null)
    place.save(null)
    assert.equal(place.load(), null)
  })

  it('cannot be read without their key, nor moved to another place', () => {
    at('draft', 'ann').save('Not said yet')
    const [sealed = ''] = Object.values(sessionStorage)
    assert.doesNotMatch(sealed, /Not said/)
    assert.equal(memberPlace('draft', 'ann', 'cd'.repeat(32)).load(), null)
    sessionStorage.setItem('companion.draft.ben', sealed)
    assert.equal(at('draft', 'ben').load(), null)
    sessionStorage.setItem('companion.draft.ann', 'Not said yet')
    assert.equal(at('draft', 'ann').load(), null)
  })

  it('keep nothing, and leave what is there, where no key can be had', () => {
    at('draft', 'ann').save('Not said yet')
    const place = memberPlace('draft', 'ann', null)
    place.save('Something else')
    assert.equal(place.load(), null)
    assert.equal(at('draft', 'ann').load(), 'Not said yet')
  })

  it('are emptied together, and nobody else’s are', () => {
    sessionStorage.setItem('companion.tab', 'key')
    for (const name of ['draft', 'outbox']) {
      at(name, 'ann').save('mine')
      at(name, 'ben').save('mine')
    }
    forgetMember('ann')
    assert.deepEqual(Object.keys(sessionStorage), [
      'companion.tab',
      'companion.draft.ben',
      'companion.outbox.ben',
    ])
  })
})
