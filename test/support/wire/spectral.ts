import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { asyncapi, oas } from '@stoplight/spectral-rulesets'

// The rulesets are typed more loosely than what takes them.
const forAsyncApi = asyncapi as unknown as RulesetDefinition
const forOpenApi = oas as unknown as RulesetDefinition

/** Spectral's recommended rules for OpenAPI, every one of them. */
export const openApiRules: RulesetDefinition = { extends: [[forOpenApi, 'recommended']] }

/** Spectral's recommended rules for AsyncAPI, but for three, each with its reason. */
export const asyncApiRules: RulesetDefinition = {
  extends: [[forAsyncApi, 'recommended']],
  rules: {
    // Most tools read 3.0 and not yet 3.1, of which nothing is used here.
    'asyncapi-latest-version': 'off',
    // Whoever publishes Companion has an address and a mailbox; the sources have none.
    'asyncapi-info-contact-properties': 'off',
    // A part of the document uses a part of its schemas; that all are used is counted by itself.
    'asyncapi-unused-components-schema': 'off',
  },
}

/** Of the rules for AsyncAPI the one that holds a whole document to its official schema. */
export const asyncApiSchema: RulesetDefinition = {
  extends: [[forAsyncApi, 'off']],
  rules: { 'asyncapi-3-document-unresolved': 'error' },
}

/** What rules find in a description of an API, a line each. */
export async function findingsOf(document: object, rules: RulesetDefinition): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(rules)
  const results = await linter.run(document as Record<string, unknown>)
  return results.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}
