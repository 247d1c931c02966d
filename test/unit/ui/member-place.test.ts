import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { forgetMember, memberPlace } from '../../../daemon/ui/api/member-place.ts'

/** What a browser keeps of a tab. */
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

describe('the places of a member in a tab', () => {
  beforeEach(() =>
    Object.defineProperty(globalThis, 'sessionStorage', { value: new TabStorage(), configurable: true }),
  )

  it('keep what is put there, until it is taken away', () => {
    const place = memberPlace('draft', 'ann')
    assert.equal(place.load(), null)
    place.save('Not said yet')
    assert.equal(memberPlace('draft', 'ann').load(), 'Not said yet')
    assert.equal(memberPlace('outbox', 'ann').load(), null)
    assert.equal(memberPlace('draft', 'ben').load(), null)
    place.save(null)
    assert.equal(place.load(), null)
  })

  it('are emptied together, and nobody else’s are', () => {
    sessionStorage.setItem('companion.tab', 'key')
    for (const name of ['draft', 'outbox']) {
      memberPlace(name, 'ann').save('mine')
      memberPlace(name, 'ben').save('mine')
    }
    forgetMember('ann')
    assert.deepEqual(Object.keys(sessionStorage), [
      'companion.tab',
      'companion.draft.ben',
      'companion.outbox.ben',
    ])
  })
})
