import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Command, InvalidArgumentError } from 'commander'
import type { Field } from '../../../daemon/client/description.ts'
import { withoutNull } from '../../../daemon/client/schema.ts'
import { flagsOf, helpOf, inputOf, readDuration, readValue } from '../../../daemon/cli/flags.ts'

const field = (name: string, schema: Field['schema'], more: Partial<Field> = {}): Field => ({
  name,
  in: 'body',
  required: false,
  schema,
  ...more,
})

function parse(fields: readonly Field[], argv: readonly string[], method = 'POST'): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ outputError: () => {} })
  for (const one of fields) for (const flag of flagsOf(one, method)) command.addOption(flag)
  const values = command.parse(argv, { from: 'user' }).opts<Record<string, unknown>>()
  const fieldOf = (name: string) => fields.find((one) => one.name === name) ?? field(name, {})
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, inputOf(fieldOf(name), value)]),
  )
}

describe('a flag', () => {
  test('parses a value by its schema', () => {
    assert.equal(readValue('12', { type: 'integer' }), 12)
    assert.equal(readValue('0.5', { type: 'number' }), 0.5)
    assert.equal(readValue('12', { type: 'string' }), '12')
    assert.equal(readValue('-', { type: 'string' }), '-')
    assert.equal(readValue('high', { enum: ['low', 'high'] }), 'high')
    assert.deepEqual(readValue('{"a":[1]}', { type: 'object' }), { a: [1] })
  })

  test('parses a value that is a text or a list', () => {
    const either = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
    assert.equal(readValue('household', either), 'household')
    assert.deepEqual(readValue('["a","b"]', either), ['a', 'b'])
    assert.throws(() => readValue('["a"', either), InvalidArgumentError)
  })

  test('parses a duration', () => {
    assert.deepEqual(['90', '90s', '10m', '2h', '1d'].map(readDuration), [90, 90, 600, 7_200, 86_400])
    for (const text of ['', '0', '0m', '1.5h', '-1s', '10 m', '1w', 'Tea?'])
      assert.throws(() => readDuration(text), /a duration like 90s/, text)
  })

  test('refuses an invalid value', () => {
    const cases: [string, Field['schema'], RegExp][] = [
      ['1.5', { type: 'integer' }, /whole number/],
      ['', { type: 'number' }, /a number/],
      ['Infinity', { type: 'number' }, /a number/],
      ['medium', { enum: ['low', 'high'] }, /one of low, high/],
      ['[1]', { type: 'object' }, /a JSON object/],
      ['{a:1}', { type: 'object' }, /a JSON object/],
      ['yesterday', { type: 'string', format: 'date-time' }, /a time like/],
    ]
    for (const [text, schema, expected] of cases) {
      assert.throws(
        () => readValue(text, schema),
        (error) => error instanceof InvalidArgumentError && expected.test(error.message),
      )
    }
  })

  test('for a time needs no offset', () => {
    const schema = { type: 'string', format: 'date-time' }
    assert.equal(readValue('2026-05-04T13:00:00+02:00', schema), '2026-05-04T11:00:00.000Z')
    assert.equal(readValue('2026-05-04T13:00', schema), new Date(2026, 4, 4, 13).toISOString())
    assert.equal(readValue('2026-05-04', schema), new Date(2026, 4, 4).toISOString())
  })

  test('for a required list can set an empty one', () => {
    const roles = field('roles', { type: 'array', items: { enum: ['admin'] } }, { required: true })
    assert.deepEqual(parse([roles], ['--no-roles']), { roles: [] })
    assert.deepEqual(parse([roles], ['--roles', 'admin']), { roles: ['admin'] })
    assert.throws(() => parse([roles], []))
    assert.throws(() => parse([field('roles', roles.schema)], ['--no-roles']))
  })

  test('for a list can be repeated', () => {
    const status = field('status', { type: 'array', items: { enum: ['new', 'old'] } })
    assert.deepEqual(parse([status], ['--status', 'new', '--status', 'old']), { status: ['new', 'old'] })
    assert.deepEqual(parse([status], []), {})
  })

  test('for a boolean takes no value, and has a negation where useful', () => {
    const pinned = field('pinned', { type: 'boolean' })
    assert.deepEqual(parse([pinned], ['--pinned']), { pinned: true })
    assert.deepEqual(parse([pinned], ['--no-pinned'], 'PUT'), { pinned: false })
    assert.deepEqual(parse([pinned], [], 'PUT'), {})
    assert.throws(() => parse([pinned], ['--no-pinned']), /unknown option '--no-pinned'/)
  })

  test('for a nullable field accepts the word null', () => {
    const due = field('due_at', { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })
    assert.deepEqual(parse([due], ['--due-at', 'null']), { dueAt: null })
    assert.deepEqual(parse([due], ['--due-at', '2026-05-04T13:00Z']), { dueAt: '2026-05-04T13:00:00.000Z' })
  })

  test('for a required field must be given', () => {
    const prompt = field('prompt', { type: 'string' }, { required: true })
    assert.throws(() => parse([prompt], []), /required option '--prompt <text>' not specified/)
    assert.deepEqual(parse([prompt], ['--prompt', '--help me']), { prompt: '--help me' })
  })

  test('documents values, range and default', () => {
    assert.equal(helpOf({ type: 'integer', minimum: 1, maximum: 200, default: 50 }), '1 to 200; default 50')
    assert.equal(helpOf({ type: 'array', items: { enum: ['a', 'b'] } }), 'a, b; repeatable')
    assert.equal(
      helpOf({ anyOf: [{ type: 'number', maximum: 1 }, { type: 'null' }] }),
      '1 at most; `null` for none',
    )
    assert.equal(
      helpOf({ type: 'string', maxLength: 9, description: 'a name' }),
      'a name; 9 characters at most',
    )
  })
})

test('only null is removed from a schema', () => {
  const text = { type: 'string' }
  assert.deepEqual(withoutNull({ anyOf: [text, { type: 'null' }] }), { schema: text, nullable: true })
  assert.deepEqual(withoutNull(text), { schema: text, nullable: false })
  const either = { anyOf: [text, { type: 'number' }] }
  assert.deepEqual(withoutNull(either), { schema: either, nullable: false })
})
