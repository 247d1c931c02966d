import { type NamedTime, type TimeContext, timesIn } from '../calendar.ts'
import { compile } from '../../templates.ts'
import { clocksOf } from '../clock.ts'
import words from './words.json' with { type: 'json' }

const slips = compile(words.slips, words.slots)

/** A text with the right time in the place of one that is taken back at once: "at 6, no sorry, at 7". */
export function withoutSlip(text: string, timeContext: TimeContext): string {
  const times = timesIn(text, timeContext)
  for (const [at, right] of times.entries()) {
    const { text: lead } = /^(?<text>(?:make (?:it|that)|say|i mean(?:t)?) )/iu.exec(right.text)?.groups ?? {}
    const slip = slips.exec(text.slice(0, right.index) + (lead ?? ''))
    const wrong = times.slice(0, at).findLast((time) => isAkin(time, right))
    if (!slip || !wrong || slip.index < wrong.index + wrong.text.length) continue
    const bare = right.timed && /^\d|^\p{L}+$/u.test(right.text.slice(lead?.length ?? 0))
    const corrected = `${bare ? words['before a clock'] : ''}${right.text.slice(lead?.length ?? 0)}`
    const meant = `${keptOf(wrong, right)} ${corrected}`.trim()
    const apart = text.slice(wrong.index + wrong.text.length, slip.index)
    return `${text.slice(0, wrong.index)}${meant}${apart}${text.slice(right.index + right.text.length)}`
  }
  return text
}

/** Whether a sentence does nothing but put another time in the place of the one before: "Sorry, I mean seven". */
export function isSlip(text: string, timeContext: TimeContext): boolean {
  const [time, other] = timesIn(text, timeContext)
  const rest = time && text.slice(time.index + time.text.length)
  return other === undefined && time !== undefined && /^\W*$/u.test(rest ?? '') && isSlipBefore(text, time)
}

function isSlipBefore(text: string, time: NamedTime): boolean {
  const slip = slips.exec(text.slice(0, time.index))
  return slip?.index === 0
}

const isAkin = (a: NamedTime, b: NamedTime) => (a.timed && b.timed) || (a.dayGiven && b.dayGiven)

/** The day or the time of day of a wrong time that the right one does not name. */
function keptOf(wrong: NamedTime, right: NamedTime): string {
  const [clock] = clocksOf(wrong.text)
  if (!clock || (right.dayGiven && right.timed)) return ''
  const { index, end } = clock
  if (!right.timed) return wrong.text.slice(index, end)
  return wrong.dayGiven ? `${wrong.text.slice(0, index)}${wrong.text.slice(end)}`.trim() : ''
}
