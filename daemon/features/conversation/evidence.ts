import { isAsking } from './asking-words.ts'
import { mentions } from './focus.ts'
import type { Wanted } from './questions.ts'

const name = String.raw`\p{Lu}[\p{L}'’-]+`
const month = 'january|february|march|april|may|june|july|august|september|october|november|december'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const digit = 'one|two|three|four|five|six|seven|eight|nine'
const cardinal = String.raw`${digit}|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:${digit}))?`
const count = String.raw`(?:\d+|${cardinal}|hundred|thousand|a couple(?: of)?|a few|several|half an?|an?)`
const years = String.raw`(?:\d{1,3}|${cardinal})`
const unit = '(?:minute|hour|day|night|week|fortnight|month|year|decade)s?'
/** What follows a preposition where no place is meant. */
const noPlace = String.raw`(?!(?:the |this |that |an? |next |last |my |your )*(?:moment|time|morning|afternoon|evening|night|weekend|end of|least|first|last|once|all|spring|summer|autumn|winter|past|future|own|case|love|touch|charge|fact|general|half|quarter|noon|midnight|breakfast|lunch|dinner|birthday|${month}|${weekday}|${count}(?: o['’]clock| ${unit}|[:.]\d|$))\b|\d)`

/** What in a memory can be an answer of that kind. */
const patterns: Readonly<Partial<Record<Wanted, RegExp>>> = {
  name: new RegExp(
    String.raw`\b(?:called|named?|name(?:['’]s| is| was| are)|nicknamed|known as|christened|calls?(?: (?:him|her|it|them|me))?) |(?:['’]s| is| was| are) (?:our \p{Ll}+ |my \p{Ll}+ )?${name}|\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|${name}['’]s) (?:\p{Ll}+ ){0,4}?\p{Ll}+,? ${name}|${name}['’]s (?:my|our|the) `,
    'u',
  ),
  place: new RegExp(
    String.raw`\b(?:(?:(?:in|at|on|under|behind|beside|next to|inside|above|below|near|between|opposite|against|along|across|outside|round) ${noPlace}\p{L})|(?:with|by|from|over|off|to) (?:the |my |our |his |her |their |an? |${name})|visit(?:ed|ing)? ${name}|upstairs|downstairs|outside|home|abroad|next door)`,
    'u',
  ),
  time: new RegExp(
    String.raw`\b(?:${month}|${weekday}|today|tomorrow|yesterday|tonight|noon|midnight|morning|afternoon|evening|night|weekends?|christmas|easter|spring|summer|autumn|winter|breakfast|lunchtime|bedtime|week|daily|weekly|ago|since|o['’]clock|half past|quarter|(?:at|by|till|until|around|past|from) (?:${digit}|ten|eleven|twelve)|\d{1,2}(?::\d\d|\.\d\d|\s?(?:am|pm|st|nd|rd|th))|(?:at|by|till|until|around|past|from) \d{1,2}|\d{4}|the (?:first|second|third|\p{L}+th)(?! time)|(?:last|next|every|this) (?:week|month|year|day)|in ${count} ${unit}|when (?:i|we|he|she|they|the|my)|once|after|before)\b`,
    'iu',
  ),
  age: new RegExp(
    String.raw`(?:['’](?:s|m|re|ll be)| (?:is|am|are|was|were|be)|\b(?:turn(?:s|ed|ing)?|aged|age(?: of)?|just|nearly|almost)|,)(?: (?:just|now|only|nearly|almost|about|already|turned))* ${years}(?=[ ,.;!]|$)(?! (?:${unit}|o['’]clock|times|${month})\b(?! old))|\b${years}[- ](?:year|month)s?[- ]old\b|^${years},|\b(?:fell|died|left|began|started|married|moved|learn\w+)\b.* at ${years}(?=[,.;]|$)|\bborn\b|\b(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b`,
    'iu',
  ),
  duration: new RegExp(
    String.raw`\b(?:since|for (?:about |over |nearly |almost |more than )?${count}(?: \p{L}+)? ${unit}|${count}(?: \p{L}+)? ${unit}|all (?:my|his|her|our|their) life|forever|until|till)\b`,
    'iu',
  ),
  number:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|once|twice|both|every|a couple|a few|several|an only|daily|weekly)\b/i,
  job: new RegExp(
    String.raw`\b(?:work|works|working|worked|job|retired|employed|study|studies|studying|career|shifts?|company|trained as|used to (?:teach|drive|run|work|be)|(?:teach|drives?|fits?|makes?|builds?|sells?|sold|writes?|runs?|ran|owns?|repairs?|designs?|manages?|paints?|grows|edits?|cuts|restores?|cooks?|bakes?|cleans?|installs?|translates?|trains?|farms?|tunes?) (?:\p{L}+ ){0,2}\p{L}+s?|teach\w*|taught|driv\w+|(?:does|do|doing) (?:nights|days|shifts))\b|(?:\b(?:an?|is|was|as)|['’]s (?:our|my|the)) (?:\p{L}+[ -]){0,2}(?!(?:mother|father|brother|sister|daughter|grand\p{L}+|step\p{L}+|winter|summer|dinner|number|player|letter|corner|flower|river|paper|computer|fever|spider|tiger|monster|lover|stranger|teenager)\b)(?:\p{L}{2,}(?:er|or|ist|ian|eer|smith|wright|stress)|nurse|chef|cook|vet|paramedic|midwife|accountant|assistant|consultant|surgeon|pilot|judge|clerk|priest|vicar|monk|nun|soldier|captain|student|mechanic|journalist|architect|electrician|model|coach|guide|butler|postman|fireman|policeman|milkman|salesman|taxi\p{L}*)\b`,
    'iu',
  ),
  wish: /\b(?:want|wants|wanted|wish|wishes|dream\w*|hope|hopes|hoping|love to|like to|desperate|dying|one day|some day|planning|studying to|training to|saving|longs?|longing|give anything|means? to|keen to|fancy|fancies|['’]d (?:\p{L}+ )?(?:love|like))\b/iu,
  reason: /\b(?:because|cos|since|so that|so|as|due to|for|after|gives|makes|brings)\b/i,
  liking:
    /\b(?:love|loves|like|likes|enjoy|enjoys|prefer|prefers|adore|favou?rite|fan|fond|into|mad about|crazy about|rather|want|wants|dream|wish|best|keen|nothing better|can['’]t resist|weakness for|obsessed)\b/i,
  allergy:
    /\b(?:allerg\w+|intoleran\w+|rash|hives|swell\w*|brings? \p{L}+ out|mustn['’]t|won['’]t let|can['’]?t (?:eat|have|drink|take|touch)|react\w*|makes? me (?:ill|sick)|coeliac|celiac|no \p{L}+ for (?:me|him|her))\b/iu,
  disliking:
    /\b(?:hate|hates|hated|dislike|dislikes|detest\w*|loathe\w*|(?:can['’]?t|cannot|can not|couldn['’]t) (?:\p{L}+ )?(?:stand|bear|abide|be doing|face|stomach|cope)|(?:don['’]t|doesn['’]t|do not|does not|never|not|no) (?:\p{L}+ )?(?:like|likes|liked|care|fond|keen|fan)|afraid|avoid\w*|turns? my stomach|makes? (?:me|him|her) (?:heave|gag|ill|sick)|disgust\w*|revolting|vile|tastes? (?:like|of))\b/iu,
  avoiding:
    /\b(?:vegetarian|vegan|coeliac|celiac|halal|kosher|teetotal|allerg\w+|intoleran\w+|hates?|detest\w*|loathe\w*|avoid\w*|(?:don['’]t|doesn['’]t|do not|does not|never|won['’]t|can['’]?t|cannot|mustn['’]t) (?:\p{L}+ )?(?:eat|drink|touch|have|stand|bear|abide|be doing|like)|given up|gave up|without|off (?:meat|dairy|sugar|bread|alcohol))\b/iu,
}

/** What makes one answer more exact than another, by the words of the question. */
const finer: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bwhat time\b/i,
    /\d[:.]\d\d|\d ?(?:am|pm)\b|\b(?:o['’]clock|noon|midnight|half|quarter|(?:at|by|till|until|from|before) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b/i,
  ],
  [/\b(?:what|which) days?\b/i, /day\b|days\b|weekend/i],
  [/\b(?:what|which) date\b/i, /\d(?:st|nd|rd|th)?\b|\b(?:first|second|third|\p{L}+th)\b/iu],
  [/\b(?:what|which) year\b/i, /\b\d{4}\b/],
  [/\bhow much\b/i, /[£$€]|\b(?:pounds|quid|euros|dollars|pence|free)\b/i],
  [/\bhow often\b/i, /\b(?:every|each|once|twice|times|daily|weekly|monthly|days)\b/i],
]

/** Whether a memory has just what a question asks for, such as an hour where "what time" is asked. */
export function isExact(question: string, memory: string): boolean {
  return finer.some(([asks, has]) => asks.test(question) && has.test(memory))
}

const calendar = new RegExp(`^(?:${month}|${weekday})$`, 'i')

/** The names in a memory that the question itself does not say. */
export function newNames(memory: string, question: string): string[] {
  const asked = new Set(wordsOf(question.toLowerCase()))
  return wordsOf(memory).filter(
    (word, at) =>
      /^\p{Lu}\p{L}/u.test(word) &&
      !(at === 0 && isAsking(word)) &&
      !calendar.test(word) &&
      !asked.has(word.toLowerCase()),
  )
}

const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? []

const doer =
  /\b(?:[Tt]he|[Mm]y|[Oo]ur|[Aa]n?) (?:\p{Ll}+ )?\p{Ll}+(?:er|or|ist|man|woman|lady|lad|bloke|guy)\b/gu

const withSomebody = new RegExp(
  String.raw`\b(?:with|by|for|and|met|saw|from|(?:ga|len|sol|sen|tol|wro|talk|spo|marri|engag|next)\p{Ll}*(?: \p{Ll}+){0,4} to) ${name}`,
  'gu',
)

/** Whether a memory names somebody of whom the question does not speak. */
function hasPerson(memory: string, question: string): boolean {
  const asked = new Set(wordsOf(question.toLowerCase()))
  // "My sister Anna" is no news where it is asked of my sister.
  const fresh = (phrase: string) => {
    const words = wordsOf(phrase.toLowerCase()).filter((word) => !isAsking(word))
    return words.length > 0 && !words.some((word) => asked.has(word))
  }
  if ([doer, withSomebody].some((some) => [...memory.matchAll(some)].some(([phrase]) => fresh(phrase))))
    return true
  return mentions(memory).some(
    ({ phrase, as }) => !as.includes('it') && (as.includes('she') || as.includes('he')) && fresh(phrase),
  )
}

/** Whether a memory holds what can be an answer of that kind, beside what the question says itself. */
export function holds(wanted: Wanted, memory: string, question = ''): boolean {
  if (wanted === 'person') return hasPerson(memory, question)
  const found = patterns[wanted]?.test(memory) ?? true
  return wanted === 'name' ? found && newNames(memory, question).length > 0 : found
}
