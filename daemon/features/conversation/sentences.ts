import { maxSentenceLength, maxWords } from './exchange/reading-limits.ts'

/** One sentence of a message. */
export interface Sentence {
  readonly text: string
  readonly question: boolean
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** What ends in a full stop and is no end. */
const abbreviation = /\b(?:dr|mr|mrs|ms|st|prof|no|vs|etc|e\.g|i\.e|a\.m|p\.m)\.\s*$/i

const asks =
  /^(?:(?:and|so|but|well|ok|okay|hey|now|please|sorry|by the way|oh|hm+|companion)[, ]+)*(?:what|where|when|who|whose|whom|which|how|why|whats|wheres|whens|whos|hows|do|does|did|is|are|was|were|am|can|could|would|will|have|has|should|tell me(?! (?:that|a joke))|remind me (?:what|where|when|who|which|how|of)|any idea|do you (?:know|remember))\b/i

/** As much of a text as is read at once, and whether that is only a part of it. */
export function readablePart(text: string): { readonly text: string; readonly partly: boolean } {
  let words = 0
  for (const { index } of text.matchAll(/\S+/g)) {
    if (words === maxWords) return { text: text.slice(0, index), partly: true }
    words += 1
  }
  return { text, partly: false }
}

/** The sentences of a message, in their order. */
export function sentencesOf(text: string): Sentence[] {
  const parts: string[] = []
  for (const { segment } of segmenter.segment(text.trim())) {
    const last = parts.at(-1)
    if (last !== undefined && abbreviation.test(last)) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part))
    .flatMap(piecesOf)
    .map((part) => ({ text: part, question: isQuestion(part) }))
}

/** A sentence of any length in pieces that can be read, cut between words where there are any. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > maxSentenceLength) {
    const space = rest.lastIndexOf(' ', maxSentenceLength)
    const end = space > 0 ? space : maxSentenceLength
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return [...pieces, rest].filter(Boolean)
}

function isQuestion(text: string): boolean {
  if (/\?["'”’)]*$/.test(text)) return true
  // "Have a nice day!" and "Can you believe it!" ask nothing.
  return asks.test(text) && !/!\s*$/.test(text) && !told.some((pattern) => pattern.test(text))
}

/** What begins as questions do, and is told without a question mark. */
const told: readonly RegExp[] = [
  /^(?:have|do|is|will|can) (?:a|an|not|n['’]t|it|that|me)\b/i,
  // "What I miss is the sea" and "When I was ten we moved": nothing is turned round.
  /^(?:(?:and|so|but|well)[, ]+)*(?:what|where|who|how|why|which|when) (?:I|we|he|she|they)\b/i,
  /^(?:[Aa]nd |[Ss]o |[Bb]ut )?[Ww]hen (?:my|our|the|his|her|their|\p{Lu}\p{Ll}+)\b.*,/u,
  // "Can't stand it", without the one who cannot.
  /^can['’]t (?!(?:i|you|he|she|it|we|they|that|this|there|my|your|our|the|anyone|anybody)\b)/i,
]
