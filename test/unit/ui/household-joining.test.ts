import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  fieldOfRefusal,
  invitationLink,
  isLocal,
  isUsername,
  newestSince,
} from '../../../daemon/ui/household/joining.ts'

describe('The link of an invitation', () => {
  it('opens the welcome page with the code', () => {
    assert.equal(
      invitationLink('http://127.0.0.1:8080', 'ABCD-EFGH-1234'),
      'http://127.0.0.1:8080/#/welcome?invitation=ABCD-EFGH-1234',
    )
  })

  it('works only on its own machine when the address is a loopback one', () => {
    for (const origin of [
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://[::1]:8080',
      'http://a.localhost',
    ])
      assert.equal(isLocal(origin), true, origin)
    for (const origin of [
      'https://companion.lan',
      'http://192.168.1.7:8080',
      'https://localhost.example.org',
    ])
      assert.equal(isLocal(origin), false, origin)
  })
})

describe('Somebody new', () => {
  it('has a username of letters, digits, dot, dash and underscore', () => {
    for (const name of ['mia', 'Zoë', 'j.r-r_tolkien', '7of9', 'Ümit'])
      assert.equal(isUsername(name), true, name)
    for (const name of ['', 'two words', '.dot', '-dash', 'a@b', 'e\u0301 x'])
      assert.equal(isUsername(name), false, name)
  })

  it('is who came last since the invitation, if anybody did', () => {
    const at = (minute: number) => `2026-05-04T18:0${minute}:00.000Z`
    const members = [
      { full_name: 'Olga', created_at: at(1) },
      { full_name: 'Ivy', created_at: at(4) },
      { full_name: 'Sam', created_at: at(3) },
    ]
    assert.equal(newestSince(members, at(2)), 'Ivy')
    assert.equal(newestSince(members, at(5)), null)
  })

  it('sees a refusal at the field it belongs to', () => {
    assert.equal(fieldOfRefusal({ code: 'PASSWORD_REJECTED' }), 'password')
    assert.equal(fieldOfRefusal({ code: 'CONFLICT' }), 'username')
    assert.equal(fieldOfRefusal({ code: 'RATE_LIMITED' }), null)
  })
})
