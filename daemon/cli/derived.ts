import { Command, Option } from 'commander'
import type { Field, OperationDescription } from '../client/description.ts'
import { usageError } from './cli-error.ts'
import { flagsOf, inputOf } from './flags.ts'
import { invocationOf } from './invocation.ts'
import { isSecret, variable, type RequiredSecret } from './secrets.ts'

/** The operations that `setup`, `login`, `logout` and `forget-me` stand for. */
const covered = new Set(['auth.login', 'auth.logout', 'auth.refresh', 'auth.forget_me'])

/** Whether an operation becomes a command. */
export function isDerived({ name }: OperationDescription): boolean {
  return !covered.has(name)
}

/** The words of the command of an operation: `security.block_ip` is `security block-ip`. */
export function wordsOf(name: string): string[] {
  return name.split('.').map((word) => word.replaceAll('_', '-'))
}

/** The command of an operation, made from nothing but its description. */
export function derivedCommand(
  operation: OperationDescription,
  name: string,
  environment: NodeJS.ProcessEnv,
): Command {
  const { fields, summary, description, access, idempotent, method } = operation
  const command = new Command(name)
    .summary(summary)
    .description(
      [`${summary}.`, description, access === 'admin' ? 'For admins.' : null].filter(Boolean).join('\n'),
    )
  const inPath = fields.filter((field) => field.in === 'path')
  const secrets = fields.filter((field) => field.in !== 'path' && isSecret(field.name))
  const open = fields.filter((field) => !inPath.includes(field) && !secrets.includes(field))
  for (const field of inPath) command.argument(`<${field.name.replaceAll('_', '-')}>`)
  const plain = inPath.length === 0 ? plainText(open) : null
  if (plain) command.argument(`[${plain.name.replaceAll('_', '-')}]`, 'in place of the flag of that name')
  const flagged = open.map((field) => (field === plain ? { ...field, required: false } : field))
  for (const flag of flagged.flatMap((field) => flagsOf(field, method))) command.addOption(flag)
  for (const field of secrets) command.addOption(secretFlag(field))
  if (idempotent) {
    command.option('--idempotency-key <text>', 'a repeated key returns the first result and changes nothing')
  }
  command.action(async (...given: unknown[]) => {
    const values = command.opts<Record<string, unknown>>()
    const input: Record<string, unknown> = {}
    for (const [index, { name }] of inPath.entries()) {
      // An empty one would lead to another operation.
      if (given[index] === '') throw usageError(`${name} is empty`)
      input[name] = given[index]
    }
    for (const field of open) input[field.name] = inputOf(field, values[camel(field.name)])
    if (plain) input[plain.name] = saidText(plain, input[plain.name], given[0])
    const wanted = secrets.map((field) => wantedOf(field, operation, values))
    const key = values['idempotencyKey']
    const { callOperation } = await import('./commands/call.ts')
    await callOperation(invocationOf(command, environment), operation.name, input, {
      secrets: wanted,
      idempotencyKey: typeof key === 'string' ? key : null,
    })
  })
  return command
}

/** How long a text may be that people write, in characters: names and keys are shorter. */
const written = 200

/** What an operation is told above all: its one field that has to be there, where that is a text that people write. */
function plainText(fields: readonly Field[]): Field | null {
  const [only, ...others] = fields.filter(({ required }) => required)
  const { type, maxLength = 0 } = only?.schema ?? {}
  return only && others.length === 0 && type === 'string' && maxLength >= written ? only : null
}

function saidText({ name }: Field, flag: unknown, argument: unknown): unknown {
  if (flag !== undefined && argument !== undefined) throw usageError(`${name} is given twice`)
  if (flag === undefined && argument === undefined) throw usageError(`${name} is missing`)
  return flag ?? argument
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function secretFlag({ name, required }: Field): Option {
  const words = name.replaceAll('_', ' ')
  const otherwise = required
    ? `; else from ${variable(name)}, else asked for`
    : `; else from ${variable(name)}`
  return new Option(
    `--${name.replaceAll('_', '-')}-stdin`,
    `read the ${words} from standard input${otherwise}`,
  )
}

function wantedOf(
  { name, required }: Field,
  operation: OperationDescription,
  values: Record<string, unknown>,
): RequiredSecret {
  return {
    name,
    required,
    chosen: name.startsWith('new_') || operation.name === 'auth.register',
    fromInput: values[camel(`${name}_stdin`)] === true,
  }
}
