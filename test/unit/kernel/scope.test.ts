import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertPerson,
  assertScope,
  type Restriction,
  restrictions,
  type Scope,
  scopes,
} from '../../../daemon/kernel/scope.ts'

const allowed: Record<Restriction, readonly Scope[]> = {
  pin: ['read', 'talk', 'remember', 'ask', 'act'],
  read_only: ['read'],
  enrolment: [],
  recovery: [],
}

test('a restricted session has the scopes of its restriction, and no others', () => {
  for (const restriction of restrictions)
    for (const scope of scopes) {
      const check = () => assertScope({ key: null, restriction }, [scope])
      if (allowed[restriction].includes(scope)) check()
      else assert.throws(check, { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: restriction } })
    }
})

test('a restricted session may nothing that wants a person', () => {
  for (const restriction of restrictions)
    assert.throws(() => assertPerson({ key: null, restriction }), { code: 'INSUFFICIENT_PERMISSIONS' })
})

test('a session without a restriction may everything', () => {
  assertPerson({ key: null, restriction: null })
  for (const scope of scopes) assertScope({ key: null, restriction: null }, [scope])
})
