import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CommanderError, type Command } from 'commander'
import { explain } from '../../../daemon/cli/explain.ts'
import { exitCodeOf } from '../../../daemon/cli/exit-codes.ts'
import { createProgram } from '../../../daemon/cli/program.ts'
import { wordsOf } from '../../../daemon/cli/derived.ts'
import { isSecret, readSecrets } from '../../../daemon/cli/secrets.ts'
import { operations } from '../../../daemon/client/description.ts'
import { ApiError } from '../../../daemon/client/errors.ts'

function find(command: Command | undefined, words: readonly string[]): Command | undefined {
  return words.reduce<Command | undefined>(
    (parent, word) => parent?.commands.find((one) => one.name() === word),
    command,
  )
}

const flagsOf = (command: Command | undefined) => command?.options.map(({ long }) => long) ?? []

describe('the commands', () => {
  const program = createProgram({})

  test('cover every operation except signing in and out', () => {
    const without = [...operations.keys()].filter((name) => !find(program, wordsOf(name)))
    assert.deepEqual(without.toSorted(), ['auth.forget_me', 'auth.login', 'auth.logout', 'auth.refresh'])
  })

  test('take their main field as an argument too', () => {
    const positional = [...operations.values()].flatMap(({ name, fields }) => {
      if (fields.some((field) => field.in === 'path')) return []
      const argument = find(program, wordsOf(name))?.registeredArguments[0]
      return argument ? [`${name} ${argument.name()}`] : []
    })
    assert.deepEqual(positional.toSorted(), [
      'agency.create_goal title',
      'backups.set_destination location',
      'conversation.message content',
      'engine.add_local url',
      'engine.use_local model',
      'imports.create text',
      'memory.search q',
      'memory.store content',
    ])
  })

  test('take path parameters as arguments and everything else as flags', () => {
    for (const { name, fields } of operations.values()) {
      const command = find(program, wordsOf(name))
      if (!command) continue
      const inPath = fields
        .filter((field) => field.in === 'path')
        .map((field) => field.name.replaceAll('_', '-'))
      const given = command.registeredArguments.filter(({ required }) => required)
      assert.deepEqual(
        given.map((argument) => argument.name()),
        inPath,
        name,
      )
      const flags = flagsOf(command)
      for (const field of fields) {
        const flag = `--${field.name.replaceAll('_', '-')}`
        if (field.in !== 'path')
          assert.ok(flags.includes(isSecret(field.name) ? `${flag}-stdin` : flag), `${name} ${flag}`)
      }
    }
  })

  test('never take a secret as an argument', () => {
    const all = (command: Command): string[] => [
      ...flagsOf(command).map(String),
      ...command.commands.flatMap(all),
    ]
    const secrets = all(program).filter((flag) => isSecret(flag.slice(2).replaceAll('-', '_')))
    assert.deepEqual(secrets, ['--setup-code'])
  })

  test('accept an idempotency key if they change something, otherwise not', () => {
    assert.ok(flagsOf(find(program, ['interactions', 'approve'])).includes('--idempotency-key'))
    assert.ok(!flagsOf(find(program, ['interactions', 'list'])).includes('--idempotency-key'))
  })

  test('use `simulate` for interactions', () => {
    assert.deepEqual(
      flagsOf(find(program, ['simulate'])),
      flagsOf(find(program, ['interactions', 'simulate'])),
    )
  })

  test('have help that fits a terminal of 80 columns', () => {
    const wide = program
      .helpInformation()
      .split('\n')
      .filter((line) => line.length > 80)
    assert.deepEqual(wide, [])
  })

  test('all have a summary', () => {
    const silent = (command: Command): string[] =>
      command.commands.flatMap((one) => [
        ...(one.summary() || one.description() ? [] : [one.name()]),
        ...silent(one),
      ])
    assert.deepEqual(silent(program), [])
  })
})

describe('secrets', () => {
  const wanted = { chosen: false, fromInput: false, required: false }

  test('are recognised by their names', () => {
    const names = [
      'password',
      'new_password',
      'refresh_token',
      'setup_code',
      'invitation_code',
      'mfa_token',
      'token',
    ]
    assert.deepEqual(
      names.filter((name) => !isSecret(name)),
      [],
    )
    assert.deepEqual(['username', 'zip_codes', 'tokens', 'content', 'encoded'].filter(isSecret), [])
  })

  test('are read from environment variables by their names', async () => {
    const environment = { COMPANION_NEW_PASSWORD: 'b', COMPANION_PASSWORD: '' }
    const names = ['password', 'new_password'].map((name) => ({ ...wanted, name }))
    assert.deepEqual(await readSecrets(names, environment), { new_password: 'b' })
  })
})

describe('an explanation', () => {
  test('maps every status to an exit code', () => {
    const codes = [400, 401, 403, 404, 410, 409, 422, 429, 500].map(exitCodeOf)
    assert.deepEqual(codes, [2, 4, 4, 5, 5, 6, 6, 7, 1])
  })

  test('names the invalid field of a request', () => {
    const refusal = { status: 400, code: 'INVALID_REQUEST', message: 'request validation failed' } as const
    const named = new ApiError({ ...refusal, details: { field: 'title', reason: 'is required' } })
    assert.equal(explain(named).message, 'title is required')
    const whole = new ApiError({ ...refusal, details: { field: '', reason: 'is not valid JSON' } })
    assert.equal(explain(whole).message, 'the request is not valid JSON')
  })

  test('suggests what to do if that is known', () => {
    const limited = new ApiError({ status: 429, code: 'ACCOUNT_LOCKED', message: 'locked', retry_after: 60 })
    assert.equal(explain(limited).hint, 'Try again in 60 s.')
    const stale = new ApiError({
      status: 401,
      code: 'AUTHENTICATION_REQUIRED',
      message: 'sign in again first',
      details: { reason: 'step_up' },
    })
    assert.equal(explain(stale).hint, 'Sign in again with `companion login`.')
  })

  test('of requested help is silent', () => {
    assert.deepEqual(explain(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)')), {
      exit: 0,
      message: '',
      hint: null,
      json: { message: '' },
    })
  })

  test('of any other error is its message', () => {
    assert.deepEqual([explain(new Error('odd')).exit, explain(new Error('odd')).message], [1, 'odd'])
  })
})
