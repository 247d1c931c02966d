import words from './calendar.json' with { type: 'json' }

const cardinals = words.cardinals.split(' ')
const ordinals = words.ordinals.split(' ')
const tens = new Map(Object.entries(words.tens))
const amounts = new Map(Object.entries(words.amounts))

/** The number that a word is for: "7", "seven", "forty-five", "the 3rd", "a couple"; not a number for any other. */
export function numberOf(word: string): number {
  const low = word.toLowerCase().trim().replace(/\s+/g, ' ')
  const number = amounts.get(low) ?? tens.get(low)
  if (number !== undefined) return number
  if (/^thirtieth$/.test(low)) return 30
  const digits = /^\d+(?:\.\d+)?(?=(?:st|nd|rd|th)?$)/.exec(low)?.[0]
  if (digits !== undefined) return Number(digits)
  const [ten = '', one] = low.split(/[- ]/)
  if (one !== undefined) return (tens.get(ten) ?? Number.NaN) + numberOf(one)
  const at = Math.max(cardinals.indexOf(low), ordinals.indexOf(low))
  return at < 0 ? Number.NaN : at
}
