/** What can be done by a word after a slash, wherever one talks with the companion. */
interface SlashCommand {
  /** What stands after it, and whether it may be left out; null where nothing does. */
  readonly argument: { readonly name: string; readonly required: boolean } | null
  readonly summary: string
  /** What is said to the companion by it, which is done as with every message; a terminal lists reminders itself. */
  readonly says?: (argument: string) => string
  /** Whether a page has something better for it. */
  readonly terminalOnly?: true
}

const required = (name: string) => ({ name, required: true })
const optional = (name: string) => ({ name, required: false })

export const slashCommands = {
  remember: { argument: required('TEXT'), summary: 'remember this, word for word' },
  forget: {
    argument: required('WHAT'),
    summary: 'forget what this is about; asks first if that is much',
    says: (what) => `Forget ${what}`,
  },
  remind: {
    argument: required('WHAT'),
    summary: 'set a reminder, as in /remind call Mum tomorrow at 5',
    says: (what) => `Remind me ${what}`,
  },
  reminders: {
    argument: null,
    summary: 'what you will be reminded of',
    says: () => 'What reminders have I got?',
  },
  undo: { argument: null, summary: 'undo what was last remembered, forgotten or set' },
  off: {
    argument: null,
    summary: 'stop remembering what you say',
    says: () => 'Stop remembering what I tell you',
  },
  on: { argument: null, summary: 'remember again', says: () => 'You can remember again' },
  new: { argument: null, summary: 'start a new conversation' },
  memories: { argument: optional('WORDS'), summary: 'what is remembered, or about what', terminalOnly: true },
  search: { argument: required('WORDS'), summary: 'find words in what was said', terminalOnly: true },
  mood: { argument: null, summary: 'how the companion feels, and why', terminalOnly: true },
  engine: { argument: null, summary: 'who writes the replies', terminalOnly: true },
  help: { argument: null, summary: 'this list', terminalOnly: true },
  quit: { argument: null, summary: 'leave', terminalOnly: true },
} as const satisfies Record<string, SlashCommand>

export type SlashName = keyof typeof slashCommands

/** Those that pages know too. */
export type PageCommand = {
  [N in SlashName]: (typeof slashCommands)[N] extends { readonly terminalOnly: true } ? never : N
}[SlashName]

export const slashNames = Object.keys(slashCommands) as SlashName[]

/** A command as it is declared. */
export const slashCommand = (name: SlashName): SlashCommand => slashCommands[name]

/** What somebody wrote, read as a command where it is one. */
export type ParsedLine =
  | { readonly kind: 'message'; readonly content: string }
  | { readonly kind: 'command'; readonly name: SlashName; readonly argument: string }
  /** A command without what has to stand after it. */
  | { readonly kind: 'incomplete'; readonly name: SlashName }
  | { readonly kind: 'unknown'; readonly word: string }

/**
 * Reads what somebody wrote. Letters right after a slash are a command (`/remember …`), a path is not; after two slashes
 * the rest is a message that begins with one. A command without an argument leaves out what stands after it.
 */
export function readWritten(text: string): ParsedLine {
  const trimmed = text.trim()
  if (trimmed.startsWith('//')) return { kind: 'message', content: trimmed.slice(1) }
  const { word = null, rest = '' } = /^\/(?<word>[a-z]+)(?:\s+(?<rest>.*))?$/is.exec(trimmed)?.groups ?? {}
  if (word === null) return { kind: 'message', content: trimmed }
  const name = slashNames.find((one) => one === word.toLowerCase())
  if (name === undefined) return { kind: 'unknown', word }
  const { argument } = slashCommand(name)
  if (argument?.required && rest === '') return { kind: 'incomplete', name }
  return { kind: 'command', name, argument: argument ? rest : '' }
}

/** Whether pages know a command. */
export const isPageCommand = (name: SlashName): name is PageCommand => !slashCommand(name).terminalOnly

/** The commands of pages whose names begin like this, for whoever is still writing one. */
export const commandsBeginning = (start: string): PageCommand[] =>
  slashNames.filter(isPageCommand).filter((name) => name.startsWith(start.toLowerCase()))
