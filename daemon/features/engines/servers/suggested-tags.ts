import { type Sized, fittingOf } from '../local/chat-models.ts'

const maxSuggested = 5
const gigabyte = 1_000_000_000

/** A model of Ollama's library. */
interface Tag extends Sized {
  readonly tag: string
  /** What else it is called. */
  readonly also?: string
}

const tag = (name: string, parameters: number, gigabytes: number, also?: string): Tag => ({
  tag: name,
  parameters,
  bytes: gigabytes * gigabyte,
  ...(also === undefined ? {} : { also }),
})

/** With weights of 4 bits, as the library has them: about how large they are, which later versions may change. */
const library: readonly Tag[] = [
  tag('qwen2.5:0.5b', 0.5, 0.4),
  tag('llama3.2:1b', 1.2, 1.3),
  tag('qwen2.5:1.5b', 1.5, 1),
  tag('gemma2:2b', 2.6, 1.6),
  tag('qwen2.5:3b', 3.1, 1.9),
  tag('llama3.2:3b', 3.2, 2, 'llama3.2:latest'),
  tag('phi4-mini:3.8b', 3.8, 2.5, 'phi4-mini:latest'),
  tag('qwen3:4b', 4, 2.5),
  tag('mistral:7b', 7.2, 4.4, 'mistral:latest'),
  tag('qwen2.5:7b', 7.6, 4.7, 'qwen2.5:latest'),
  tag('llama3.1:8b', 8, 4.9, 'llama3.1:latest'),
]

/**
 * What Ollama may fetch for this machine, the best first: by the rule of `recommendedOf`, without the models that it has,
 * and five at most.
 */
export function suggestedTags(present: readonly string[], cores?: number, memory?: number): string[] {
  const here = new Set(present)
  return fittingOf(library, cores, memory)
    .filter(({ tag: name, also = name }) => !here.has(name) && !here.has(also))
    .slice(0, maxSuggested)
    .map(({ tag: name }) => name)
}
