import { datedFor } from './moments.ts'
import { upperFirst } from './person.ts'

/** Something that a member has told, worth keeping. */
export interface Told {
  readonly content: string
  readonly kind: 'fact' | 'preference' | 'event' | 'note'
  /** 0 to 1. */
  readonly importance: number
  readonly tags: readonly string[]
}

/** What people say before they tell something. */
const opening =
  /^(?:(?:oh|ooh|ah|aw|well|so|ok|okay|hey|anyway|also|and|but|by the way|btw|you know(?: what)?|guess what|you(?:['’]ll| will) never (?:guess|believe)(?: what| this| it)?|did you know that|fun fact|listen|look|between (?:you and me|us)|to be honest|honestly|ugh|sadly|luckily|funnily enough|just so you know|i (?:wanted|want) to tell you(?: that)?|i should tell you(?: that)?|please|(?:can you )?(?:remember|note|keep in mind)(?: that|:)?|don['’]t forget(?: that)?|good (?:morning|afternoon|evening)|hello|hi|actually)[,:!. ]+)+/i

/** What tells nothing of the member's life. */
const empty = [
  /^(?:i|we) (?:don['’]?t|do not|didn['’]t) (?:know|think so|care|mind|understand|remember)\b/i,
  /^(?:i|we) (?:see|agree|mean|guess|suppose|hope so|think so|understand|know|bet|wonder|doubt it|forgot)\b[^,]{0,14}$/i,
  /\b(?:shouldn['’]t|oughtn['’]t to|should not) have (?:said|told|mentioned)\b|\b(?:not|isn['’]t) my place to say\b/i,
  /^i (?:asked|told|said|meant|was asking|was talking)\b/i,
  /^i(?:['’]m| am) (?:fine|ok|okay|good|well|great|alright|all right|back|here|off|done|ready|sorry|sure|not sure|going now|just (?:asking|kidding|joking))\b.{0,9}$/i,
  /^(?:i|we) (?:have to|need to|must|should|['’]ve got to|had better) (?:go|run|leave|dash)\b/i,
  /^(?:that|this|it)(?:['’]s| is| was| sounds| looks| would be) (?:all|fine|ok|okay|good|great|nice|lovely|right|true|correct|enough|funny|cool|kind|it|very|so|really|wonderful|a (?:good|great|nice) idea)\b/i,
  /^(?:you|your|you['’]re|you are)\b/i,
  /^(?:yes|no|yeah|yep|nope|maybe|perhaps|exactly|right|sure|thanks|thank you|bye|goodbye|good night|see you|hello|hi|hey|cheers|wow|great|nice|cool|lovely|perfect)\b.{0,30}$/i,
  /^(?:let['’]s|let me|talk to you|speak to you|have a|what a|how (?:nice|lovely|sad|awful))\b/i,
]

/** Marks of something that is the member's: themselves, somebody by name, or a thing that is somewhere. */
const telling = [
  /\b(?:i|i['’](?:m|ve|d|ll)|my|mine|me|we|we['’](?:re|ve|d|ll)|our|us)\b/i,
  /(?<!^)\b\p{Lu}\p{Ll}+/u,
  /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*(?:['’]s)? (?:\p{Ll}+ ){0,2}(?:is|are|was|were|has|have|had|likes|loves|hates|wants|works|lives|plays|can|got|went|does|needs|called|starts|goes|comes|turned|turns|moved|bought|will|would|won['’]t|can['’]t|can|(?:does|did|is|was|has|had|could|would|should)n['’]t|must|never|always|only|still|also|just|eats?|drinks?|wears?|drives?|keeps?|sings?|teaches|runs|makes|takes|gets|says|said|thinks|told|made|took|gave|left|came|broke|lost|won|sold|became|\p{L}{2,}ed)\b/u,
  /^(?!(?:It|That|This|What|Here|There|Let|Who|Where|How|When)['’])\p{Lu}\p{L}+['’]s \p{Ll}/u,
  /^(?:the|there|a|an|his|her|their|every|each|on|in|at|from|since|two|three|both)\b(?:\s+\S+){4,}/i,
  /\b(?:the|his|her|their|mum|dad|grandma|grandpa|granny|grandad)\b.*\b(?:is|are|was|were|has|have|lives?|goes|comes|needs?|likes?|loves?|hates?|died|opens?|closes?|costs?|arrives?|leaves?|starts?|broke|works?)\b/i,
]

const likes =
  /\b(?:love|loves|like|likes|enjoy|enjoys|prefer|prefers|adore|hate|hates|dislike|can['’]?t stand|cannot stand|detest|loathe|favou?rite|fan of|fond of|into|crazy about|mad about|rather|don['’]t (?:like|eat|drink))\b/i
const wishes =
  /\b(?:i|we)(?:(?:['’]d| would)(?: \p{L}+)? (?:like|love)| (?:really |just |do |so )*(?:want|wish|hope|dream|plan)\b|['’]ve always wanted)\b/iu
const events =
  /\b(?:yesterday|today|tonight|tomorrow|last (?:night|week|month|year|summer|winter|spring|autumn|\p{L}+day)|next (?:week|month|year|\p{L}+day)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|went|visited|saw|met|happened|broke|fell|won(?!['’])|lost|got|moved|married|born|died|passed|appointment|meeting|party|wedding|trip)\b/iu
const medical =
  /\b(?:allerg\w+|diabet\w+|medication|medicine|pills?|asthma|pregnant|epilep\w+|intoleran\w+|blood type)\b/i

/** What a sentence tells that is worth keeping, read at `now` in the member's zone; null for nothing. */
export function readStatement(sentence: string, now: number, time_zone: string): Told | null {
  const text = sentence
    .replace(opening, '')
    .replace(/[!.\s]+$/, '')
    .trim()
  const words = text.split(/\s+/)
  if (words.length < 3 || empty.some((pattern) => pattern.test(text))) return null
  if (!telling.some((pattern) => pattern.test(text))) return null
  const content = datedFor(upperFirst(text), now, time_zone)
  if (medical.test(text)) return { content, kind: 'fact', importance: 0.9, tags: ['health'] }
  if (wishes.test(text) && !/\bwant(?:ed)? you\b/i.test(text))
    return { content, kind: 'preference', importance: 0.6, tags: ['wish'] }
  if (likes.test(text)) return { content, kind: 'preference', importance: 0.6, tags: [] }
  if (events.test(text)) return { content, kind: 'event', importance: 0.5, tags: [] }
  return { content, kind: 'fact', importance: 0.6, tags: [] }
}
