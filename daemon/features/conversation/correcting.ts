import { momentsIn } from './moments.ts'
import { tellingWords } from './questions.ts'

export interface Correction {
  /** What is right; empty where only wrong was said. */
  readonly text: string
  /** What it is about, where that was said. */
  readonly about: string | null
}

const wrong =
  /^(?:(?:sorry|soz|oh|ooh|ugh|hm+|wait|hang on|hold on|oops|ah|but|well|no|nope|actually|correction|silly me|apologies)[,.!… -]+)*(?:(?:that|this|it)(?:['’]s| is| was)(?: all| just)? (?:wrong(?! (?:of|to)\b)|not (?:right|true|correct|quite right)|incorrect|a mistake|my mistake)|i (?:got|had|said|told you) (?:that|it|this)(?: about [^,.]+)? (?:wrong|wrongly)|i made a mistake|i was wrong|you(?:['’]ve| have)? got (?:that|it) wrong|wrong(?! \p{L})|my mistake|i meant(?: to say)?|i mis(?:spoke|remembered|said)|i (?:mixed|muddled) (?:that|it|them|things) up|i (?:told|gave) you (?:that |it )?wrong(?:ly)?|make that|my bad|i tell a lie|i gave you the wrong [^:;,.]+(?:, you know)?|scratch that(?=[,.; -]+\w)|strike that(?=[,.; -]+\w)|it should be|not quite|let me correct (?:that|myself)|correction)\b[,.:;! -]*(?:(?:because|but|in fact|it should be|i meant|actually|really)[, ]+)?/iu
const plainNo =
  /^(?:(?:no|nope|wait|sorry|oops|hang on|hold on|no wait)[,.!… -]+)+(?=(?:it|that|he|she|they)(?:['’]s| is| was)? not\b|(?:it|he|she|they|that|his|her|its|their|my|our|the|i|we)\b)/i
/** "I told you the bin goes on Fridays, but they have moved it to Thursdays." */
const toldBut =
  /^(?:i (?:told you|said|mentioned)(?: that)?|you know) (?<about>.+?),? (?:but|only|except)(?: (?:actually|now|in fact))?,? (?<right>.+)$/i
const wrongOf =
  /^(?:.{0,12} )?i gave you the wrong \p{L}+ for (?<about>\p{L}[\p{L}'’ -]+?)(?:, you know)?[:;,.] (?<right>.+)$/iu
/** "It's on the 20th, not the 19th." */
const notThat =
  /^(?:(?:no|wait|hang on|hold on|sorry|oops|about (?:that|the|my) [^:,]{1,30})[,:. -]+)*(?:it|that|he|she|they)(?:['’]s|['’]re| is| are| was) [^,]{1,40},? not [^,]{1,30}$/i
const changed = /^i(?:['’]ve| have)? changed my mind(?: (?:about|on) (?<about>[^,.;]+))?[,.; ]*/i

/** What a sentence corrects; null where it corrects nothing. */
export function readCorrection(text: string): Correction | null {
  const mind = changed.exec(text)
  if (mind) return { text: text.slice(mind[0].length).trim(), about: mind.groups?.['about'] ?? null }
  const both = (toldBut.exec(text) ?? wrongOf.exec(text))?.groups
  if (both) return { text: both['right'] ?? '', about: both['about'] ?? null }
  if (notThat.test(text)) return { text: text.replace(/^[^:]{0,40}: /, ''), about: null }
  const found = wrong.exec(text) ?? plainNo.exec(text)
  return found ? { text: text.slice(found[0].length).trim(), about: null } : null
}

const numbers =
  /\b(?:\d[\d:.,]*\d|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)\b/i
const named = /(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/u
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
  const tail = /^(?<head>.*\b(?:is|are|was|were|called|named|at|in|on|under|behind|to|from)) [^,]+$/i.exec(
    memory,
  )
  const head = tail?.groups?.['head']
  return head
    ? `${head} ${value.replace(/^(?:at|in|on|under|behind|to|from) /i, (word) => (head.endsWith(word.trim()) ? '' : word))}`
    : text
}

/** Where a memory speaks of what a correction is about: right after the last word that both have. */
function anchorOf(memory: string, about: string): number {
  const words = tellingWords(about).map((word) => word.toLowerCase())
  const low = memory.toLowerCase()
  return Math.max(0, ...words.map((word) => low.lastIndexOf(word)))
}

function replaceText(memory: string, old: string, right: string): string {
  const at = memory.toLowerCase().lastIndexOf(old.toLowerCase())
  return `${memory.slice(0, at)}${right}${memory.slice(at + old.length)}`
}
