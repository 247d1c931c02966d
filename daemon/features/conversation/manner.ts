import type { Turn } from './exchange/engine.ts'

type Sounding = Pick<Turn, 'persona' | 'mood'>

/** Whether the companion says no more than it must. */
export const isBrief = ({ persona }: Sounding): boolean => persona.expression.verbosity < 0.4

/** Whether it likes to say a little more. */
export const isTalkative = ({ persona }: Sounding): boolean => persona.expression.verbosity > 0.75

/** Whether it likes to joke; never where something weighs on it. */
export const isPlayful = ({ persona, mood }: Sounding): boolean =>
  persona.expression.humor > 0.75 && mood.valence >= 0

/** What a companion may add to a reply or leave out of it; nothing that it adds is a question. */
export interface Beside {
  readonly talkative?: string
  readonly playful?: string
  /** Whether what the reply asks at its end is but courtesy. */
  readonly courteous?: true
}

/** A reply as the companion would say it now: with what it likes to add, without a courtesy where it is brief. */
export function inManner(reply: string, { talkative, playful, courteous }: Beside, turn: Sounding): string {
  const { said = reply, asked } = /^(?<said>.*[.!]) (?<asked>[^.!?]*\?)$/su.exec(reply)?.groups ?? {}
  const parts = [
    said,
    isTalkative(turn) ? talkative : undefined,
    isPlayful(turn) ? playful : undefined,
    courteous && isBrief(turn) ? undefined : asked,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}
