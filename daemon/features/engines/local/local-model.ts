import type { LocalHost } from './local-host.ts'
import type { ChatMessage, Task } from './local-protocol.ts'
import type { LanguageModel } from '../models/language-model.ts'

type Options = Parameters<LanguageModel['doStream']>[0]
type Stream = Awaited<ReturnType<LanguageModel['doStream']>>['stream']
type Part = Stream extends ReadableStream<infer One> ? One : never

/** What is not asked of a local model to be sure of: counts are not needed here. */
const unknownUsage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}
const usualTemperature = 0.7
const usualMaxTokens = 1_024

/** A model in a process of this machine, as the `ai` package uses models. Rejects and ends with `EngineFailed`. */
export function localModel(host: LocalHost, modelId: string): LanguageModel {
  const written = (options: Options, told: (text: string) => void) =>
    host.write(taskOf(options), told, options.abortSignal ?? new AbortController().signal)

  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => {
      let text = ''
      const unified = await written(options, (part) => (text += part))
      const finishReason = { unified, raw: undefined }
      return { content: [{ type: 'text', text }], finishReason, usage: unknownUsage, warnings: [] }
    },
    doStream: async (options) => ({
      stream: new ReadableStream<Part>({
        start: async (stream) => {
          const id = 'text'
          stream.enqueue({ type: 'stream-start', warnings: [] })
          stream.enqueue({ type: 'text-start', id })
          try {
            const unified = await written(options, (delta) =>
              stream.enqueue({ type: 'text-delta', id, delta }),
            )
            stream.enqueue({ type: 'text-end', id })
            const finishReason = { unified, raw: undefined }
            stream.enqueue({ type: 'finish', finishReason, usage: unknownUsage })
          } catch (error) {
            stream.enqueue({ type: 'error', error })
          }
          stream.close()
        },
      }),
    }),
  }
}

function taskOf(options: Options): Task {
  const { prompt, maxOutputTokens = usualMaxTokens, temperature = usualTemperature, responseFormat } = options
  const schema = responseFormat?.type === 'json' ? (responseFormat.schema ?? null) : null
  return { messages: prompt.flatMap(saidIn), maxTokens: maxOutputTokens, temperature, schema }
}

/** The text of a message; what is no text is not written to a model of this machine. */
function saidIn({ role, content }: Options['prompt'][number]): readonly ChatMessage[] {
  if (role === 'tool') return []
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  return [{ role, content: text }]
}
