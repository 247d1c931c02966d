/** A question, and what is only said beside it. */
export interface Clauses {
  /** What is asked. */
  readonly main: string
  /** When or under which condition, such as "before I moved"; empty for none. */
  readonly aside: string
}

/** What comes before a question and is none of it. */
const openers: readonly RegExp[] = [
  /^(?:(?:and|so|but|well|ok|okay|right|now|oh|hey|hm+|sorry|please|remind me|tell me|(?:the )?last (?:one|thing|q|question)|one more(?: thing| question)?|quick (?:one|q|question))\b[,:;.!]*\s+)+/i,
  /^(?:do|can|could|would) you (?:still )?(?:happen to )?(?:know|remember|recall|tell me|remind me)\s+/i,
  /^(?:you don['’]t (?:happen to )?(?:know|remember)|any idea|have i told you|did i (?:tell you|say|mention)|i (?:can['’]t|don['’]t) remember)\s+/i,
]
const asks = String.raw`(?:what|where|who|whose|whom|which|how|why|when|is|are|was|were|am|do|does|did|have|has|can|will)\b`
/** "Before I go, where is …?" */
const leading = new RegExp(
  String.raw`^(?<aside>(?:before|after|while|if|since|once|now that|as|when (?:i|we|he|she|they|my|our|the)\b)[^,?]*),\s*(?<main>(?:whereabouts|${asks}).*)$`,
  'is',
)
/** "… before I got married?" */
const trailing =
  /^(?<main>\S+\s.+?)\s+(?<aside>(?:before|after|while|when|if|once|because|until)\s+(?:[Ii]|[Ii]['’]\p{L}+|we|we['’]\p{L}+|he|he['’]\p{L}+|she|she['’]\p{L}+|they|they['’]\p{L}+|it|it['’]\p{L}+|my|the|our|\p{Lu}\p{Ll}+)\s.+)$/u

/** "Where is it, and who put it there?" */
const twofold = /^(?<main>\S+\s.+?),? and (?<aside>(?:what|where|who|when|how|why)(?:['’]\p{L}+)? \S.*)$/iu

/** Parts what is asked from what is said beside it. */
export function clausesOf(question: string): Clauses {
  let main = question.trim().replace(/,? (?:do|would) you\?$/i, '?')
  for (const opener of openers) main = main.replace(opener, '')
  const both = twofold.exec(main)?.groups
  if (both) return { main: both['main'] ?? main, aside: both['aside'] ?? '' }
  const before = leading.exec(main)?.groups
  if (before) return { main: before['main'] ?? main, aside: before['aside'] ?? '' }
  const after = trailing.exec(main)?.groups
  // "Do you know when we meet?" asks for nothing but the time.
  if (after && asked.test(after['main'] ?? ''))
    return { main: after['main'] ?? main, aside: after['aside'] ?? '' }
  return { main, aside: '' }
}

const asked = new RegExp(`^${asks}`, 'i')
