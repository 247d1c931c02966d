import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { asyncapi, oas } from '@stoplight/spectral-rulesets'

// The rulesets are typed more loosely than what takes them.
const rulesets = { asyncapi, oas } as unknown as Record<'asyncapi' | 'oas', RulesetDefinition>

/** What Spectral's recommended rules find in a description of an API, a line each. */
export async function findingsOf(document: object, rules: 'asyncapi' | 'oas'): Promise<string[]> {
  const linter = new Spectral()
  linter.setRuleset({ extends: [[rulesets[rules], 'recommended']] })
  const found = await linter.run(document as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}
