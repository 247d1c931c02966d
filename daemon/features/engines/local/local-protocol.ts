/** What one of a conversation has said, as a chat template wants it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** Something that a model is to write. */
export interface Task {
  /** The system's message first, the member's last. */
  readonly messages: readonly ChatMessage[]
  readonly maxTokens: number
  /** How freely it chooses its words, 0 to 2. */
  readonly temperature: number
  /** A JSON Schema that what it writes has to fit; null for free text. */
  readonly schema: object | null
}

/** How a model is run. */
export interface Load {
  readonly file: string
  /** What it can take in and write at once, in tokens. */
  readonly contextTokens: number
  /** What the process may take of the memory, in bytes: it ends itself where it takes more. */
  readonly maxBytes: number
}

/** What a GGUF file says of itself. */
export interface Inspected {
  /** What it takes to run it, in bytes of memory. */
  readonly requiredBytes: number
  /** What it was made to take in and write, in tokens. */
  readonly contextTokens: number
}

export type ToModel =
  | ({ readonly kind: 'inspect' } & Omit<Load, 'maxBytes'>)
  | ({ readonly kind: 'load' } & Load)
  | ({ readonly kind: 'write'; readonly id: number } & Task)
  /** Ends what is being written; it is `ended` then. */
  | { readonly kind: 'stop'; readonly id: number }

export type FromModel =
  | ({ readonly kind: 'inspected' } & Inspected)
  | { readonly kind: 'loaded' }
  | { readonly kind: 'not loaded'; readonly reason: string }
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | { readonly kind: 'ended'; readonly id: number; readonly reason: 'stop' | 'length' | 'stopped' }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }

/** With what the process exits where it has taken more memory than it may. */
export const tookTooMuch = 77
/** So many may write at once: each has a context of its own. */
export const writers = 2
