import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Failure, invalidRequest } from '../kernel/errors.ts'

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** Compiles a schema to a check that throws `INVALID_REQUEST` with the first thing that does not fit. */
export function compileInput(schema: TObject): (input: unknown) => void {
  const validator = Compile(schema)
  return (input) => {
    if (!validator.Check(input)) throw explain(validator.Errors(input))
  }
}

/** The failure that says best what is wrong: an unknown field is named before whatever else it caused. */
export function explain(errors: readonly ValidationError[]): Failure {
  const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0]
  if (!error) return invalidRequest('', 'does not fit')
  const field = dotted(error.instancePath)
  switch (error.keyword) {
    case 'additionalProperties':
      return invalidRequest(dotted(error.instancePath, error.params.additionalProperties[0]), 'is unknown')
    case 'required':
      return invalidRequest(dotted(error.instancePath, error.params.requiredProperties[0]), 'is required')
    case 'enum':
      return invalidRequest(field, `must be one of ${error.params.allowedValues.join(', ')}`)
    case 'format':
      return invalidRequest(field, `must be a valid ${error.params.format}`)
    default:
      return invalidRequest(field, error.message)
  }
}

function dotted(pointer: string, key?: string): string {
  const parts = pointer.split('/').filter(Boolean)
  return [...parts, ...(key === undefined ? [] : [key])].join('.')
}
