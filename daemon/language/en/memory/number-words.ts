import words from './words.json' with { type: 'json' }

const { small, tens, ordinals } = words.numbers

const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, (at + 2) * 10] as const),
])
const scales = new Map(Object.entries(words.numbers.scales))

/** The value of number words in a row, such as "eight hundred and fifty". */
function valueOf(words: readonly string[]): number {
  let [whole, part] = [0, 0]
  for (const word of words) {
    const scale = scales.get(word)
    if (scale === 1_000) {
      whole += Math.max(1, part) * scale
      part = 0
    } else if (scale) part = Math.max(1, part) * scale
    else part += values.get(word) ?? 0
  }
  return whole + part
}

const isNumber = (word: string | undefined) => word !== undefined && (values.has(word) || scales.has(word))
/** Whether a word goes on with the number that came before: "twenty one" is 21, "five ten" are two numbers. */
const follows = (before: string, word: string) =>
  scales.has(word) || scales.has(before) || (tens.includes(before) && (values.get(word) ?? 99) < 10)

/** Words with their numbers as digits: "twenty five" is "25", "third" is "3rd", and "4th" stays. */
export function withDigits(words: readonly string[]): string[] {
  const runs: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const ordinal = ordinals.indexOf(word)
    // "One" and "second" are often no numbers: "one of them", "a second dog" is the 2nd all the same.
    if (ordinal >= 0) runs.push(`${ordinal + 1}${['st', 'nd', 'rd'][ordinal] ?? 'th'}`)
    else if (!isNumber(word)) runs.push(word)
    else {
      const number = [word]
      for (;;) {
        const next = words[at + 1]
        const joined = next === 'and' && scales.has(number.at(-1) ?? '') && isNumber(words[at + 2])
        if (joined) at += 1
        else if (next === undefined || !isNumber(next) || !follows(number.at(-1) ?? '', next)) break
        at += 1
        number.push(words[at] ?? '')
      }
      runs.push(String(valueOf(number)))
    }
  }
  return runs
}
