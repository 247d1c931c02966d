import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Failure, invalidRequest } from './errors.ts'
import { lazy } from './lazy.ts'

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/**
 * Compiles a schema to a check that throws `INVALID_REQUEST` with the first thing that does not fit; `above` is where
 * the value stands in the request.
 */
export function compileInput(schema: TObject, above = ''): (input: unknown) => void {
  // Compiling takes about a millisecond, and most operations are never called between two starts.
  const compiled = lazy(() => Compile(schema))
  return (input) => {
    const validator = compiled()
    if (!validator.Check(input)) throw explain(validator.Errors(input), above)
  }
}

/** The failure that says best what is wrong: an unknown field is named before whatever else it caused. */
export function explain(errors: readonly ValidationError[], above = ''): Failure {
  const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0]
  if (!error) return invalidRequest(above, 'does not fit')
  const inside = (key?: string) => dotted(above, error.instancePath, key)
  const field = inside()
  switch (error.keyword) {
    case 'additionalProperties':
      return invalidRequest(inside(error.params.additionalProperties[0]), 'is unknown')
    case 'required':
      return invalidRequest(inside(error.params.requiredProperties[0]), 'is required')
    case 'enum':
      return invalidRequest(field, `must be one of ${error.params.allowedValues.join(', ')}`)
    case 'format':
      return invalidRequest(field, `must be a valid ${error.params.format}`)
    default:
      return invalidRequest(field, error.message)
  }
}

function dotted(above: string, pointer: string, key = ''): string {
  return [above, ...pointer.split('/'), key].filter(Boolean).join('.')
}
