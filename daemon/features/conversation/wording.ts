import { DateTime } from 'luxon'
import type { Turn } from './exchange/engine.ts'
import type { Intent, Voice } from './intent.ts'
import { inManner } from './manner.ts'

/** How the companion sounds just now, by what stands out of its expression; what weighs on it is never lively. */
export function voiceOf({ persona, mood }: Pick<Turn, 'persona' | 'mood'>): Voice {
  const { formality, energy } = persona.expression
  if (formality > 0.62) return 'formal'
  if (energy > 0.66 && mood.valence >= 0) return 'lively'
  return isWarm({ persona }) ? 'warm' : 'plain'
}

const isWarm = ({ persona }: Pick<Turn, 'persona'>) => persona.expression.warmth > 0.55

/** The part of the day at a time, as people greet. */
export function daytime(now: number, time_zone: string): 'morning' | 'afternoon' | 'evening' | 'night' {
  const { hour } = DateTime.fromMillis(now, { zone: time_zone })
  if (hour >= 5 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 18) return 'afternoon'
  return hour >= 18 && hour < 23 ? 'evening' : 'night'
}

export const firstName = (full_name: string) => full_name.split(/\s+/)[0] ?? full_name

/** One of several ways to say it; another one each time, the same for the same turn of a conversation. */
export function pick(lines: readonly string[], turn: Pick<Turn, 'history'>): string {
  return lines[turn.history.length % lines.length] ?? ''
}

/** What is said to an intent, in the voice and the manner that the companion has now. */
export function replyTo({ replies, beside = {} }: Intent, turn: Turn): string {
  const voice = voiceOf(turn)
  // Who is too lively for what was said is at least warm.
  const near = voice === 'lively' && isWarm(turn) ? replies.warm : undefined
  const line = pick(replies[voice] ?? near ?? replies.plain, turn)
  return fill(inManner(line, beside, turn), turn)
}

/** A text with `{name}`, `{companion}`, `{mood}` and `{Greeting}` filled in. */
export function fill(text: string, { speaker, persona, mood, now, time_zone }: Turn): string {
  const day = daytime(now, time_zone)
  const values: Readonly<Record<string, string>> = {
    name: firstName(speaker.full_name),
    companion: persona.companion_name,
    mood: mood.emotion,
    Greeting: day === 'night' ? 'Hello' : `Good ${day}`,
  }
  return text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
}

const acknowledgements: Readonly<Record<Voice, readonly string[]>> = {
  plain: ["I'll remember that.", 'Noted.', 'I have kept that.'],
  warm: [
    "Thank you for telling me, I'll remember that.",
    "I'll keep that in mind.",
    "That's good to know, I'll remember it.",
  ],
  formal: [
    'Thank you; I shall remember that.',
    'I have made a note of that.',
    'Very well, I shall keep that in mind.',
  ],
  lively: ["Got it, I'll remember that!", 'Ooh, noted!', "I won't forget that!"],
}
const knownAlready: Readonly<Record<Voice, string>> = {
  plain: 'I remember; you told me before.',
  warm: 'Yes, I remember that you told me.',
  formal: 'Indeed, I remember that you told me.',
  lively: 'Yes, I remember!',
}

/** What is said to something that was told. */
export function acknowledge(known: boolean, turn: Turn): string {
  const voice = voiceOf(turn)
  return known ? knownAlready[voice] : pick(acknowledgements[voice], turn)
}

const unknown: Readonly<Record<Voice, readonly string[]>> = {
  plain: ["I don't know; you haven't told me that."],
  warm: ["I don't know that, {name}; you haven't told me. Tell me, and I'll remember it."],
  formal: ["I don't know that, I am afraid; you have not told me."],
  lively: ["I don't know that one, you haven't told me yet! Tell me?"],
}

/** What is said where nothing that was told answers. */
export function admit(turn: Turn): string {
  return fill(pick(unknown[voiceOf(turn)], turn), turn)
}
