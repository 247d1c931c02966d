import { contentWords } from './asking-words.ts'
import { clausesOf } from './clauses.ts'
import { plainly } from './paraphrases.ts'

/** What kind of answer a question wants. */
export type Wanted =
  | 'name'
  | 'person'
  | 'place'
  | 'time'
  | 'number'
  | 'age'
  | 'duration'
  | 'reason'
  | 'liking'
  | 'wish'
  | 'disliking'
  | 'avoiding'
  | 'allergy'
  | 'job'
  | 'yes-no'
  | 'anything'

const polar =
  /^(?:(?:do|does|did|am|is|are|was|were|have|has|can|will|should|could|would)n?['’]?t?) (?!you (?:know|remember|recall)\b)/i

/** Which words of a question say what kind of answer it wants; the first that fits holds. */
const forms: readonly (readonly [Wanted, RegExp])[] = [
  [
    'wish',
    /\b(?:what|which|where|who)\b(?! (?:time|day|date|year)).*\b(?:would (?:\S+ ){1,3}(?:like|love) to|(?:do|does|did) (?:\S+ ){1,3}(?:want|wish|hope|long|dream|mean)(?: to| of)?\b)/i,
  ],
  ['age', /\b(?:how old|what age)\b/i],
  ['duration', /\bhow long\b(?! ago)(?!.{0,25}\b(?:wide|metres|miles)\b)/i],
  [
    'name',
    /\b(?:what(?:['’]s| is| was| are| were)?\b.*\b(?:called|name|names|named)|name of|who(?:['’]s| is| was| are) (?:my|our|his|her|their) (?:\S+ ){0,3}?(?!\S+ing\b|with\b|to\b|from\b|for\b)[\w'’-]+(?=[?!. ]*$)|what (?:did|do|does) .{1,20} (?:call|name)|by what name)\b/i,
  ],
  [
    'job',
    /\b(?:for a living|(?:what|where) (?:do|does|did) .{1,30} (?:work|do for work)|what(?:['’]s| is| was) .{1,30} (?:job|profession|occupation|trade)|what .{1,30}(?:['’]s|my|his|her|their) (?:job|profession|occupation|trade)(?: is| was|(?=\?|$))|work as|employed)\b|\bwhat(?:['’]s|['’]d| do| does| did| is| was) (?:(?!to do\b)\S+ ){1,4}do(?: for (?:work|money)|(?=\?))|\b(?:which|what) (?:company|firm|business)\b.*\bwork|\bwho .{1,25}\bwork for\b/i,
  ],
  [
    'time',
    /\b(?:when|(?:what|which) (?:times?|days?|dates?|months?|years?|weekdays?)|how (?:long ago|soon)|since when|until when|birthday)\b/i,
  ],
  [
    'number',
    /\b(?:how (?:many|much|tall|big|far|long|often|high|heavy)|what (?:number|size|code|pin)|which (?:number|size|floor|level|bus|platform|room)|(?:what|which)\b.*\b(?:phone number|code|pin))\b/i,
  ],
  [
    'place',
    /\b(?:where|whereabouts|which (?:town|city|country|place|street|room|drawer|shelf|school|hospital)|what (?:town|city|country|place|street))\b/i,
  ],
  ['place', /\bwhich .{1,20} (?:am|are|is|do|does|did) .{1,20} (?:in|on|at|from)\b/i],
  ['person', /\b(?:who|whom|whose)\b/i],
  ['reason', /\b(?:why|how come|what for)\b/i],
  [
    'allergy',
    /\b(?:allergic|allergy|allergies|intolerant|mustn['’]t|must not|not allowed|(?:can['’]?t|cannot|shouldn['’]?t|should not|may not) (?:\p{L}+ ){0,3}(?:eat|drink|have|take|touch))\b/iu,
  ],
  [
    'avoiding',
    /\b(?:(?:don['’]t|do not|doesn['’]t|does not|won['’]t|never) (?:\p{L}+ ){0,2}(?:eat|drink|touch|have)|avoid|avoiding|steer clear|off limits)\b/iu,
  ],
  [
    'disliking',
    /\b(?:dislike|hate|loathe|detest|can['’]?t (?:\p{L}+ ){0,3}(?:stand|bear|abide)|not fond|least favou?rite|(?:don['’]t|do not|doesn['’]t|does not) .{0,20}like)\b/iu,
  ],
  [
    'wish',
    /\b(?:(?:i|he|she|we|they)['’]d (?:like|love)|would (?:i|he|she|we|they) (?:like|love)|(?:do|does|did) .{1,25} (?:want|wish|hope|dream)|want to|dream|wish|dying for|desperate|(?:do|does|did) .{1,25} long to|mean to)\b/i,
  ],
  [
    'liking',
    /\b(?:favou?rite|like best|like most|do (?:i|we) (?:like|love|enjoy|prefer)|(?:i|he|she|we)['’]d (?:like|love)|does .{1,30} (?:like|love|enjoy|prefer)|prefer|fond of|want to|would .{1,12} like)\b/i,
  ],
  ['yes-no', polar],
]

export function wantedBy(question: string): Wanted {
  const { main } = clausesOf(question)
  return forms.find(([, form]) => form.test(main))?.[0] ?? 'anything'
}

/** Whether a question may be answered with yes or no. */
export function isPolar(question: string): boolean {
  return polar.test(clausesOf(question).main)
}

/** Words that say what kind of answer is wanted, where one of that kind is. */
const implied: Readonly<Partial<Record<Wanted, ReadonlySet<string>>>> = {
  liking: words('like love best most prefer enjoy favourite favorite fond would'),
  disliking: words(
    'like love dislike hate loathe detest abide stand eat drink bear avoid allergic allergy take have',
  ),
  wish: words('like love want wish hope dream dying desperate would dearly'),
  allergy: words(
    'eat drink have take touch allergic allergy allergies intolerant mustn allowed set sets bring brings trigger triggers react',
  ),
  avoiding: words('eat drink touch have avoid avoiding steer clear limits'),
  job: words('work works working job living profession occupation trade employed company firm business do'),
  age: words('old age'),
  number: words('number size'),
  person: words('person somebody someone'),
}
/** Words that say no more than "something". */
const vague = words(
  'food drink city country town place kind sort type present hobby activity animal subject medicine see',
)

/** A word of a question that says of what it asks. */
export interface Subject {
  readonly word: string
  /** Whether it is only said beside what is asked. */
  readonly aside: boolean
}

/** The words of a question that say of what it asks, beside what kind of answer it wants. */
export function subjectsOf(question: string): Subject[] {
  const { main, aside } = clausesOf(plainly(question))
  const wanted = wantedBy(question)
  const subjects = telling(main, wanted).map((word) => ({ word, aside: false }))
  return [...subjects, ...telling(aside, wanted).map((word) => ({ word, aside: true }))]
}

function telling(text: string, wanted: Wanted): string[] {
  const said = contentWords(text).filter((word) => !implied[wanted]?.has(word.toLowerCase()))
  const tastes = ['liking', 'disliking', 'avoiding', 'allergy', 'wish'].includes(wanted)
  return tastes ? said.filter((word) => !vague.has(word.toLowerCase())) : said
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
