import { boundedFetch } from './bounded-fetch.ts'
import { type LanguageModel, type ModelSettings, withThoughtsApart } from '../models/language-model.ts'

/** An OpenAI-compatible server and the model on it that writes. */
export interface ServerSettings extends ModelSettings {
  /** Up to and with the version, such as http://127.0.0.1:11434/v1. */
  readonly base_url: string
  readonly model: string
  readonly api_key?: string | undefined
}

/** The model for the `ai` package, which is loaded at the first use; thoughts that it writes down are set apart. */
export async function openModel({ base_url, model, api_key }: ServerSettings): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: base_url,
    ...(api_key === undefined ? {} : { apiKey: api_key }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
  })
  return withThoughtsApart(provider.chatModel(model))
}
