import type { en } from '../catalogue/en.ts'

type Key = keyof (typeof en)['mood']

const texts: Readonly<Record<string, Key>> = {
  'its nature': 'cause.nature',
  'another personality': 'cause.personality',
  thanks: 'cause.thanks',
  praise: 'cause.praise',
  'an insult': 'cause.insult',
  'an apology': 'cause.apology',
  'a loss': 'cause.loss',
  despair: 'cause.despair',
  concern: 'cause.concern',
  'bad news': 'cause.bad_news',
  'good news': 'cause.good_news',
  excitement: 'cause.excitement',
  joy: 'cause.joy',
  anger: 'cause.anger',
  fear: 'cause.fear',
  sadness: 'cause.sadness',
  tiredness: 'cause.tiredness',
  calm: 'cause.calm',
  strength: 'cause.strength',
  helplessness: 'cause.helplessness',
  'pleasant words': 'cause.pleasant',
  'unpleasant words': 'cause.unpleasant',
  gentle: 'tone.gentle',
  subdued: 'tone.subdued',
  playful: 'tone.playful',
  cheerful: 'tone.cheerful',
  brisk: 'tone.brisk',
  'matter-of-fact': 'tone.plain',
  'before a change': 'snapshot.before_change',
  'before a snapshot was restored': 'snapshot.before_restore',
}

/** A word of the daemon in the language of the pages; one that is not known as it is. */
export function wordOf(word: string, t: (key: Key) => string): string {
  const key = texts[word]
  return key === undefined ? word : t(key)
}
