import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrived, pairingLifetime } from '../../../daemon/ui/me/pairing.ts'
import { countdown } from '../../../daemon/ui/parts/times.ts'

const expires_at = '2026-05-01T12:05:00.000Z'
const device = (name: string, trusted_at: string) => ({ name, trusted_at })

describe('The arrival of a device', () => {
  const offer = { name: ' Kitchen ', expires_at }

  it('is recognised by its name, once it is trusted after the code was made', () => {
    const came = device('Kitchen', '2026-05-01T12:00:30.000Z')
    assert.equal(arrived([device('Attic', '2026-05-01T12:00:20.000Z'), came], offer), came)
  })

  it('is not that of a device that had the same name before', () => {
    assert.equal(arrived([device('Kitchen', '2026-05-01T11:59:59.999Z')], offer), undefined)
  })

  it('counts at the very moment at which the code was made', () => {
    const came = device('Kitchen', '2026-05-01T12:00:00.000Z')
    assert.equal(arrived([came], offer), came)
  })

  it('is pending while there is no device at all', () => {
    assert.equal(arrived([], offer), undefined)
  })
})

describe('The count-down', () => {
  it('begins with the whole time', () => assert.equal(countdown(pairingLifetime), '5:00'))
  it('has two digits of seconds', () => assert.equal(countdown(65_000), '1:05'))
  it('shows a second that has begun', () => assert.equal(countdown(1), '0:01'))
  it('stops at zero', () => assert.deepEqual([countdown(0), countdown(-5_000)], ['0:00', '0:00']))
})
