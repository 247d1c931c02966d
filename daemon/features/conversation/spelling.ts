import { upperFirst } from './person.ts'

/** What is often written in haste, and as it is meant; nothing that is a word of its own. */
const table: Readonly<Record<string, string>> = {
  im: "I'm",
  ive: "I've",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  cant: "can't",
  couldnt: "couldn't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
  isnt: "isn't",
  arent: "aren't",
  wasnt: "wasn't",
  werent: "weren't",
  havent: "haven't",
  hasnt: "hasn't",
  youre: "you're",
  youve: "you've",
  theyre: "they're",
  thats: "that's",
  whats: "what's",
  wheres: "where's",
  whos: "who's",
  hows: "how's",
  theres: "there's",
  teh: 'the',
  hte: 'the',
  adn: 'and',
  waht: 'what',
  wath: 'what',
  tiem: 'time',
  taht: 'that',
  thsi: 'this',
  wiht: 'with',
  becuase: 'because',
  freind: 'friend',
  tommorow: 'tomorrow',
  tomorow: 'tomorrow',
  tommorrow: 'tomorrow',
  tomorro: 'tomorrow',
  tmrw: 'tomorrow',
  wendesday: 'Wednesday',
  wensday: 'Wednesday',
  thurday: 'Thursday',
  saterday: 'Saturday',
  brithday: 'birthday',
  birtday: 'birthday',
  remeber: 'remember',
  rember: 'remember',
  rembember: 'remember',
  remimd: 'remind',
  remidn: 'remind',
  forgett: 'forget',
  plz: 'please',
  pls: 'please',
  thx: 'thanks',
  thanx: 'thanks',
  tnx: 'thanks',
  u: 'you',
}
const hasty = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’.@/-])(?:${Object.keys(table).join('|')})(?![\p{L}\p{N}'’@/-]|\.\p{L})`,
  'giu',
)

/** A text as it was meant: "whats teh time" is "what's the time". Capitals at the beginning of a word stay. */
export function respelled(text: string): string {
  return text.replaceAll(hasty, (word) => {
    const meant = table[word.toLowerCase()] ?? word
    return /^\p{Lu}/u.test(word) ? upperFirst(meant) : meant
  })
}
