import { compile } from '../../templates.ts'
import { type Saying, timesIn } from '../calendar.ts'
import { type Place, placeOf } from '../clock.ts'
import { repeatingIn } from '../rules.ts'
import { type Asking, askingIn, subjectAfter, usualTitle } from './asking.ts'
import words from './words.json' with { type: 'json' }

const goesOn = new RegExp(words['goes on'], 'giu')
const goesOnTo = compile(words['goes on to'], words.slots)
/** "Three things: at nine …, at ten …" */
const several = /s\s*$/i
const onceMore = compile(words['once more'], words.slots)
/** So few words beside a time are of something else by themselves: "and Bob at six". */
const maxBare = 3

/** A text without its times, and where they are. */
function timesOf(text: string, saying: Saying): Place[] {
  const often = repeatingIn(text)
  return [
    ...timesIn(text, saying).map((time) => ({ index: time.index, end: time.index + time.text.length })),
    ...(often ? [{ index: often.index, end: often.index + often.text.length }] : []),
  ]
}

/**
 * What a sentence asks for, each with its own time as a sentence of its own: "remind me to put the bins out at 8 and to ring
 * Ann at 10" is two.
 */
export function piecesIn(text: string, saying: Saying): string[] {
  for (const { index, end } of [...text.matchAll(goesOn)].map(placeOf)) {
    const [left, right] = [text.slice(0, index), text.slice(end)]
    const asking = askingIn(left, saying)
    const times = timesOf(left, saying)
    if (!asking || asking.follows || times.length === 0) continue
    const next = nextOf(right, text.slice(index, end), asking, times, saying)
    if (next !== null) return [left, ...piecesIn(next, saying)]
  }
  return [text]
}

/** What is asked for next, as a sentence that asks for it; null where the words go on with the same. */
function nextOf(
  right: string,
  link: string,
  asking: Asking,
  times: readonly Place[],
  saying: Saying,
): string | null {
  const own = timesOf(right, saying)
  if (own.length === 0) return null
  const titled = subjectAfter(asking, times).title !== ''
  const again = askingIn(right, saying)
  if (again && goesOnTo.test(right.slice(0, again.index)))
    // "I must …, please remind me on Friday" is of what was said before.
    return usualTitle(again) === '' && subjectAfter(again, own).title === '' ? null : right
  const bare = subjectAfter({ text: right, index: 0, end: 0, follows: false }, own).title
  const asks = `${asking.text.slice(asking.index, asking.end)} `
  const alone = bare === '' && !repeatingIn(asking.text) && /^\s*(?:at|on)\s/i.test(right)
  if (onceMore.test(right) || alone) return asks + right.replace(onceMore, '')
  const [first] = own
  if (!titled || bare === '' || first === undefined) return null
  const linked = /^\s*(?:to|about)\s/i.test(right) || first.index === 0
  const heads = several.test(asks)
  const short = bare.split(' ').length <= maxBare && first.end === right.trimEnd().length
  return (linked && /\p{L}/u.test(link)) ||
    /then|also|plus/i.test(link) ||
    (first.index === 0 && (heads || /\sto\s/.test(right))) ||
    (short && /and/i.test(link))
    ? asks + right
    : null
}
