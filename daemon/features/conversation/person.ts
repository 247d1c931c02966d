/** How a word of the speaker's is said to the speaker. */
const toYou: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  us: 'you',
  our: 'your',
  ours: 'yours',
  ourselves: 'yourselves',
  "i'm": "you're",
  "i've": "you've",
  "i'll": "you'll",
  "i'd": "you'd",
  "we're": "you're",
  "we've": "you've",
  "we'll": "you'll",
  "we'd": "you'd",
}
/** Verbs that change with the person, right after it. */
const withYou: Readonly<Record<string, string>> = { am: 'are', was: 'were', "wasn't": "weren't" }
/** Verbs right before the person, in a question that was turned round. */
const beforeYou: Readonly<Record<string, string>> = { am: 'are', was: 'were' }

/** A text of the speaker's as it is said to the speaker: "I love my dog" is "you love your dog". */
export function toSecondPerson(text: string): string {
  const words = text.replaceAll('’', "'").split(/(\s+)/)
  let after = false
  return words
    .map((word, at) => {
      const [, lead = '', core = '', tail = ''] = /^(\W*)(.*?)(\W*)$/su.exec(word) ?? []
      const low = core.toLowerCase()
      if (core === '') return word
      const verb = after ? withYou[low] : undefined
      const next = (words[at + 2] ?? '').toLowerCase().replaceAll(/\W/g, '')
      const turned = next === 'i' ? beforeYou[low] : undefined
      const person = Object.hasOwn(toYou, low) ? toYou[low] : undefined
      after = low === 'i'
      return `${lead}${verb ?? turned ?? person ?? core}${tail}`
    })
    .join('')
}

/** With the first letter small, unless it begins a name or is one letter of its own. */
export function lowerFirst(text: string): string {
  return /^(?:The|A|An|My|Our|Your|You|You're|You've|We|It|There|This|That|In|On|At|When|Every|Last|Next|Yesterday|Today|He|She|They|His|Her|Their|If|For|To|And)\b/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** With the first letter a capital. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
