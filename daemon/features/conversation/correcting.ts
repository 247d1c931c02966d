import { datedFor, momentsIn } from './moments.ts'
import { upperFirst } from './person.ts'
import { contentWords } from './asking-words.ts'

export interface Correction {
  /** What is right; empty where only wrong was said. */
  readonly text: string
  /** What it is about, where that was said. */
  readonly about: string | null
}

const lead =
  '(?:(?:sorry|soz|oh|ooh|ugh|hm+|wait|hang on|hold on|oops|ah|but|well|no|nope|actually|correction|silly me|apologies|companion)[,.!… -]+)*'
/** Where what is right begins, or nothing more comes: "that's wrong of him" goes on otherwise. */
const then =
  "(?=\\s*$|\\s*[,.:;!–—-]|\\s+(?:it|he|she|they|that(?=['’]s| is| was)|there|his|her|its|their|my|our|the|i|we|actually|really|because|but|in fact|sorry)(?:['’]\\p{L}+)?\\b)"
/** What says that something was wrong. */
const wrong: readonly RegExp[] = [
  `(?:that|this|it)(?:['’]s| is| was)(?: all| just| still)? (?:wrong|not (?:right|true|correct|quite right)|incorrect|a mistake|my mistake)${then}`,
  `i (?:got|had|said|told you) (?:that|it|this)(?: about [^,.]+)? (?:wrong|wrongly)${then}`,
  `i made a mistake${then}`,
  `i was (?:wrong|mistaken)${then}`,
  `you(?:['’]ve| have)? got (?:that|it) wrong${then}`,
  `(?:wrong|not quite|correction|my bad|my mistake)${then}`,
  'i meant(?: to say)?(?! (?:well|it|that|no|every|what|to (?!say))\\b)',
  `i mis(?:spoke|remembered|said)${then}`,
  `i (?:mixed|muddled) (?:that|it|them|things) up${then}`,
  `i (?:told|gave) you (?:that |it )?wrong(?:ly)?${then}`,
  'make that',
  `i tell a lie${then}`,
  'i gave you the wrong [^:;,.]+(?:, you know)?',
  '(?:scratch|strike) that(?=[,.; -]+\\w)',
  'it should (?:be|have been)(?! (?:fine|ok|okay|easy|fun|nice|good|great|possible)\\b)',
  'let me correct (?:that|myself)',
].map(
  (words) =>
    new RegExp(
      String.raw`^${lead}(?:${words})(?![\p{L}\p{N}])[,.:;! –—-]*(?:(?:because|but|in fact|it should be|i meant|actually|really)[, ]+)?`,
      'iu',
    ),
)
/** "This is wrong, said my mum" is what she said. */
const quoted =
  /^[^,.;:!]*[,.;:!]\s*["'”’]?(?:(?:said|says|thought|thinks|shouted|cried|told|replied|answered)\b|(?:he|she|they|my \p{L}+|\p{Lu}\p{L}+) (?:said|says|thought|thinks|told|shouted|replied|answered)\b)/iu
/** A no, or a lesser word of it, that goes on with what is right. */
const plainNo: readonly RegExp[] = [
  /^(?:(?:nope|no wait|no|wait|sorry|oops|hang on|hold on|actually)[,.!… -]+)+(?=(?:it|that|he|she|they)(?:['’]s| is| was)? not\b|(?:it|he|she|they|that|his|her|its|their)\b)/i,
  /^(?:(?:wait|sorry|oops|hang on|hold on)[,.!… -]+)*(?:nope|no wait|no)[,.!… -]+(?=(?:my|our|the|i|we)\b)/i,
]
/** What a no may go on with that puts nothing right. */
const noMore =
  /^(?:i(?:['’]m| am| was| do| did| have| will|['’]ll| can|['’]d| think| thought| mean| don| won| can| just| want| need| guess| hope| feel)?\b.{0,4}(?:fine|ok|okay|good|sorry|not|n['’]t|just|sure|kidding|joking|didn|don|can|won|have|think|mean|want|need)\b|(?:it|that|this)(?:['’]s| is) (?:all right|alright|ok|okay|fine|good|nothing|not (?:important|necessary|funny|nice|fair)|enough|all)\b|that (?:will|would)\b|the end\b)/i
/** What is said of the weather, the hour and oneself, and puts nothing right either. */
const smallTalk =
  /^(?:it|that|this|he|she|they)(?:['’]s|['’]re| is| are| was| were) (?:been |so |much |very |really |quite |too |just |still |already |getting )*(?:raining|snowing|pouring|freezing|boiling|getting|going|coming|working|late|early|cold|hot|warm|dark|sunny|time|great|lovely|funny|hard|easy|better|worse|over|done|here|there|tired|busy|ill|sad|happy|true|right|wrong|possible|interesting|amazing)\b/i
/** "I told you the bin goes on Fridays, but they have moved it to Thursdays." */
const toldBut =
  /^(?:i (?:told you|said|mentioned)(?: that)?|you know) (?<about>.+?),? (?:but|only|except)(?: (?:actually|now|in fact))?,? (?<right>.+)$/i
const wrongOf =
  /^(?:.{0,12} )?i gave you the wrong \p{L}+ for (?<about>\p{L}[\p{L}'’ -]+?)(?:, you know)?[:;,.] (?<right>.+)$/iu
/** "It's on the 20th, not the 19th." */
const notThat =
  /^(?:(?:no|wait|hang on|hold on|sorry|oops|about (?:that|the|my|our) (?<about>[^:,]{1,30}))[,:. -]+)*(?:it|that|he|she|they)(?:['’]s|['’]re| is| are| was) [^,]{1,40},? not [^,]{1,30}$/i
const changed = /^i(?:['’]ve| have)? changed my mind(?: (?:about|on) (?<about>[^,.;]+))?[,.; ]*/i

/** What a sentence corrects; null where it corrects nothing. */
export function readCorrection(text: string): Correction | null {
  const mind = changed.exec(text)
  if (mind) return { text: text.slice(mind[0].length).trim(), about: mind.groups?.['about'] ?? null }
  const both = (toldBut.exec(text) ?? wrongOf.exec(text))?.groups
  if (both) return { text: both['right'] ?? '', about: both['about'] ?? null }
  const instead = notThat.exec(text)
  if (instead)
    return {
      text: text.replace(/^[^:]{0,40}: |^(?:(?:no|wait|sorry|oops)[,. -]+)+/i, ''),
      about: instead.groups?.['about'] ?? null,
    }
  if (quoted.test(text)) return null
  const found = wrong.map((form) => form.exec(text)).find((match) => match !== null) ?? noButOf(text)
  return found ? { text: text.slice(found[0].length).trim(), about: null } : null
}

/** A no that goes on with what is right. */
function noButOf(text: string): RegExpExecArray | null {
  const found = plainNo.map((form) => form.exec(text)).find((match) => match !== null) ?? null
  const rest = text.slice(found?.[0].length)
  return found && !noMore.test(rest) && !smallTalk.test(rest) ? found : null
}

const numbers =
  /\b(?:\d[\d:.,]*\d|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)\b/i
const named = /(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/u
/** Where something is: a preposition, or a place that needs none. */
const where = String.raw`(?:in front of|on top of|next to|close to|at the (?:back|bottom|top|end) of|on the (?:left|right) of|out of|at|in|on|under|underneath|beneath|behind|beside|above|below|near|between|over|inside|outside|opposite|by|with|to|from|into|onto|against|around|for)`
const bare =
  /^(?:(?:it|he|she|they|that|this)(?:['’]s| is| was|['’]re| are| were)|(?:his|her|its|their) name(?:['’]s| is| was)|(?:it|he|she) (?:lives?|works?|is called|was called)|in fact|rather|really|actually)\s+(?:called |named |actually |really |in fact |at |on |in |is |was )*(?<value>.+)$/i
const attribute =
  /^(?:his|her|its|their|my|our|the)\s+(?<noun>[\p{Ll} ]{2,30}?)(?:['’]s| is| was| are| were)\s+(?:called |named |actually |really |in fact )*(?<value>.+)$/iu
const notBut = /^(?:it(?:['’]s| is| was) )?not (?<old>.+?)[,;]? but (?<right>.+)$/i
const butNot = /^(?:it(?:['’]s| is| was) )?(?<right>.+?),? not (?<old>.+)$/i

/**
 * A memory with what was wrong in it put right: what is of the same kind (a time, a number, a name, or the end of the
 * sentence) is replaced. A correction that is a sentence of its own takes the memory's place.
 */
export function correct(
  memory: string,
  correction: string,
  now: number,
  time_zone: string,
  about: string | null = null,
): string {
  const text = correction.replace(/[.!\s]+$/, '').trim()
  for (const form of [notBut, butNot]) {
    const { old, right } = form.exec(text)?.groups ?? {}
    if (old && right && memory.toLowerCase().includes(old.toLowerCase()))
      return replaceText(memory, old, right.replace(/^(?:it(?:['’]s| is| was)|called) /i, ''))
  }
  const part = attribute.exec(text)?.groups
  const same =
    part?.['noun'] && memory.toLowerCase().includes(part['noun'].toLowerCase()) ? part['value'] : undefined
  const short = about !== null || text.split(/\s+/).length <= 9
  const value = bare.exec(text)?.groups?.['value'] ?? same ?? (short ? text : null)
  const whole = value === text && text.split(/\s+/).length > 3
  if (value === null) return text
  const [time] = momentsIn(value, now, time_zone)
  const bracketless = memory.replaceAll(/\([^)]*\d{4}\)/g, (brackets) => ' '.repeat(brackets.length))
  const from = anchorOf(memory, `${about ?? ''} ${text}`)
  const times = momentsIn(bracketless, now, time_zone)
  const oldTime = times.find(({ index }) => index >= from) ?? times[0]
  if (time && oldTime) {
    const after = memory.slice(oldTime.index + oldTime.text.length).replace(/^\s*\([^)]*\d{4}\)/, '')
    const before = memory.slice(0, oldTime.index)
    const right = whole ? time.text : value
    // "On" and "at" belong to the time that is replaced, and are seldom said again.
    const lead = /^(?:on|at|in|by) /i.exec(oldTime.text)?.[0] ?? ''
    const bareTime = /^(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|the \d)/i.test(right)
    return `${before}${/\bon $/i.test(before) ? right.replace(/^on /i, '') : bareTime ? lead + right : right}${after}`
  }
  const number = numbers.exec(value)?.[0]
  if (number !== undefined && numbers.test(memory)) {
    const start = numbers.test(memory.slice(from)) ? from : 0
    return memory.slice(0, start) + memory.slice(start).replace(numbers, number)
  }
  if (whole) return text
  const right = named.exec(value)?.[0]
  const called = /\b(?:called|named|name is|name's)\s+(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*)/u.exec(
    memory,
  )?.[1]
  if (right && called) return replaceText(memory, called, right)
  const names = [...memory.matchAll(new RegExp(`(?<!^)${named.source}`, 'gu'))].map(([name]) => name)
  const old = names.at(-1)
  if (right && old && value.startsWith(right)) return replaceText(memory, old, right)
  return endingWith(memory, same ?? endOf(text, memory)) ?? text
}

/** A correction, and the memory that it is of. */
export interface Correcting {
  readonly memory: string
  /** What is right as it was said, and with its pronouns resolved. */
  readonly text: string
  readonly resolved: string
  /** What it is about, where that was said. */
  readonly about: string | null
  readonly now: number
  readonly time_zone: string
}

/** What takes the place of a memory that is put right, as it will be read later. */
export function corrected({ memory, text, resolved, about, now, time_zone }: Correcting): string {
  const right = correct(memory, text, now, time_zone, about)
  // A sentence of its own takes the place as it is, with its pronouns resolved.
  const sentence = right === text.replace(/[.!\s]+$/, '').trim() ? resolved.replace(/[.!\s]+$/, '') : right
  const content = about === null ? sentence : aboutThat(sentence, about)
  return datedFor(upperFirst(content), now, time_zone)
}

/** A sentence that says what it is about, though it did not: of tea, "my favourite is peppermint". */
function aboutThat(sentence: string, about: string): string {
  if (sentence.toLowerCase().includes(about.toLowerCase())) return sentence
  const named = sentence.replace(/\b(favou?rite)(?= (?:is|was|are)\b)/i, `$1 ${about}`)
  return named === sentence ? `${sentence} (about ${about})` : named
}

/** What says that something is so, before how it is. */
const isThat =
  /^(?:(?:it|he|she|they|that|this)(?:['’]s| is| was|['’]re| are| were)|in fact|rather|really|actually)\s+(?:(?:called|named|actually|really|in fact|is|was)\s+)*/i
/** How something is by a correction that says of what, or does what the memory says, too: "she works at the post office". */
function endOf(text: string, memory: string): string {
  const { verb, rest } = /^(?:it|he|she|they|that) (?<verb>\p{L}+) (?<rest>.+)$/iu.exec(text)?.groups ?? {}
  const same = verb !== undefined && rest !== undefined && new RegExp(`\\b${verb}\\b`, 'i').test(memory)
  return same ? rest : text.replace(isThat, '')
}

const ending = new RegExp(
  String.raw`^(?<head>.*?\S)(?:(?<=\b(?:is|are|was|were|called|named))|\s+(?<preposition>${where}))\s+(?<old>(?!${where}\s)(?:(?!\s${where}\s)[^,])+)$`,
  'iu',
)
const placed = new RegExp(`^(?:${where})\\s`, 'i')
const requiresPlace = /^(?:the|an?|my|our|his|her|their|your)\b|^\p{Lu}|^\d/u

/** A memory whose end is another one; null where nothing of it can be its end. What brings its own place takes that one's. */
function endingWith(memory: string, value: string): string | null {
  const { head, preposition } = ending.exec(memory)?.groups ?? {}
  if (head === undefined) return null
  if (preposition === undefined || placed.test(value) || !requiresPlace.test(value)) return `${head} ${value}`
  return `${head} ${preposition} ${value}`
}

/** Where a memory speaks of what a correction is about: right after the last word that both have. */
function anchorOf(memory: string, about: string): number {
  const words = contentWords(about).map((word) => word.toLowerCase())
  const low = memory.toLowerCase()
  return Math.max(0, ...words.map((word) => low.lastIndexOf(word)))
}

function replaceText(memory: string, old: string, right: string): string {
  const at = memory.toLowerCase().lastIndexOf(old.toLowerCase())
  const before = memory.slice(0, at)
  const led = placed.test(right) ? before.replace(new RegExp(String.raw`\b${where}\s+$`, 'i'), '') : before
  return `${led}${right}${memory.slice(at + old.length)}`
}
