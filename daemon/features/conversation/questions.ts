import { stemmer } from 'stemmer'

/** What kind of answer a question wants. */
export type Wanted =
  | 'name'
  | 'person'
  | 'place'
  | 'time'
  | 'number'
  | 'reason'
  | 'liking'
  | 'wish'
  | 'disliking'
  | 'allergy'
  | 'job'
  | 'yes-no'
  | 'anything'

/** Which words of a question say what kind of answer it wants; the first that fits holds. */
const forms: readonly (readonly [Wanted, RegExp])[] = [
  [
    'name',
    /\b(?:what(?:['’]s| is| was| are| were)?\b.*\b(?:called|name|names|named)|name of|who is my|by what name)\b/i,
  ],
  [
    'job',
    /\b(?:for a living|(?:what|where) (?:do|does|did) .{1,30} (?:work|do for work)|what(?:['’]s| is| was) .{1,30} (?:job|profession|occupation)|work as|employed)\b/i,
  ],
  [
    'time',
    /\b(?:when|what (?:time|day|date|month|year)|which (?:day|date|month|year|weekday)|how (?:long ago|soon)|since when|until when|birthday)\b/i,
  ],
  [
    'number',
    /\b(?:how (?:many|much|old|tall|big|far|long|often)|what (?:number|size|age|code|pin)|which (?:number|size|floor|level|bus|platform|room)|phone number|code|pin)\b/i,
  ],
  [
    'place',
    /\b(?:where|which (?:town|city|country|place|street|room|drawer|shelf|school|hospital)|what (?:town|city|country|place|street))\b/i,
  ],
  ['place', /\bwhich .{1,20} (?:am|are|is|do|does|did) .{1,20} (?:in|on|at|from)\b/i],
  ['person', /\b(?:who|whom|whose)\b/i],
  ['reason', /\b(?:why|how come|what for)\b/i],
  [
    'allergy',
    /\b(?:allergic|allergy|allergies|intolerant|mustn['’]t|must not|not allowed|(?:can['’]?t|cannot|shouldn['’]?t|should not|may not) (?:\p{L}+ ){0,3}(?:eat|drink|have|take|touch))\b/iu,
  ],
  [
    'disliking',
    /\b(?:dislike|hate|loathe|detest|can['’]?t (?:\p{L}+ ){0,3}(?:stand|bear|abide)|not fond|least favou?rite|(?:don['’]t|do not|doesn['’]t|does not) .{0,20}(?:like|eat|drink|touch)|avoid)\b/iu,
  ],
  [
    'wish',
    /\b(?:(?:i|he|she|we|they)['’]d (?:like|love)|would (?:i|he|she|we|they) (?:like|love)|(?:do|does|did) .{1,25} (?:want|wish|hope|dream)|want to|dream|wish|dying for|desperate)\b/i,
  ],
  [
    'liking',
    /\b(?:favou?rite|like best|like most|do (?:i|we) (?:like|love|enjoy|prefer)|(?:i|he|she|we)['’]d (?:like|love)|does .{1,30} (?:like|love|enjoy|prefer)|prefer|fond of|want to|would .{1,12} like)\b/i,
  ],
  [
    'yes-no',
    /^(?:(?:and|so|but|well|ok|okay|hey|now)[, ]+)*(?:do|does|did|am|is|are|was|were|have|has|can|will)\b(?! you (?:know|remember|recall))/i,
  ],
]

export function wantedBy(question: string): Wanted {
  return forms.find(([, form]) => form.test(question))?.[0] ?? 'anything'
}

const name = String.raw`\p{Lu}[\p{L}'’-]+`
const month = 'january|february|march|april|may|june|july|august|september|october|november|december'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

/** What in a memory can be an answer of that kind. */
const evidence: Readonly<Partial<Record<Wanted, RegExp>>> = {
  name: new RegExp(
    String.raw`\b(?:called|named|name(?:['’]s| is| was| are)|nicknamed)\b|(?:['’]s| is| was| are) ${name}|\bmy \p{Ll}+(?: \p{Ll}+)?,? ${name}`,
    'u',
  ),
  person: new RegExp(
    String.raw`\b(?:my|our|his|her|their) (?:\p{Ll}+ )?(?:mother|father|mum|dad|sister|brother|son|daughter|wife|husband|friend|neighbour|boss|colleague|aunt|uncle|cousin|gran\p{Ll}+|doctor|dentist|teacher|partner|girlfriend|boyfriend)|${name}`,
    'u',
  ),
  place: new RegExp(
    String.raw`\b(?:in|at|on|under|behind|beside|next to|inside|above|below|near|between|opposite|upstairs|downstairs|outside|home)\b`,
    'u',
  ),
  time: new RegExp(
    String.raw`\b(?:${month}|${weekday}|today|tomorrow|yesterday|tonight|noon|midnight|morning|afternoon|evening|night|weekend|christmas|easter|week|o['’]clock|half past|quarter|\d{1,2}(?::\d\d|\s?(?:am|pm|st|nd|rd|th))?|\d{4})\b`,
    'iu',
  ),
  number:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|once|twice|both|every|a couple|an only|daily|weekly)\b/i,
  job: /\b(?:work|works|working|job|as an?|teacher|nurse|chef|is an?|was an?|i['’]?m an?|study|studies|studying|employed|retired|company|office|runs?|owns?|used to|(?:['’]s|who['’]s) an?|teach\w*|taught|driv\w+|(?:does|do) (?:nights|days|shifts)|shifts?)\b/i,
  wish: /\b(?:want|wants|wanted|wish|wishes|dream\w*|hope|hopes|hoping|love to|like to|desperate|dying|one day|some day|planning|['’]d (?:\p{L}+ )?(?:love|like))\b/iu,
  reason: /\b(?:because|since|so that|as|due to|for)\b/i,
  liking:
    /\b(?:love|loves|like|likes|enjoy|enjoys|prefer|prefers|adore|favou?rite|fan|fond|into|mad about|crazy about|rather|want|wants|dream|wish|best|keen)\b/i,
  allergy:
    /\b(?:allerg\w+|intoleran\w+|rash|hives|swell\w*|brings? \p{L}+ out|mustn['’]t|won['’]t let|can['’]?t (?:eat|have|drink|take|touch)|react\w*|makes? me (?:ill|sick)|coeliac|celiac|no \p{L}+ for me)\b/iu,
  disliking:
    /\b(?:hate|hates|dislike|can['’]?t|cannot|detest|loathe|allerg\w+|don['’]t|doesn['’]t|never|intoleran\w+|not fond|afraid|avoid\w*|abide|bear|be doing with|won['’]t|mustn['’]t|rash|brings? \p{L}+ out|turns my stomach|loathe)\b/iu,
}

/** Whether a memory holds what can be an answer of that kind. */
export function holds(wanted: Wanted, memory: string): boolean {
  return evidence[wanted]?.test(memory) ?? true
}

/** Words of questions that say what is wanted, not of what. */
const asking = stemsOf(
  `what where when who whose whom which how why do does did is are was were am be been can could would will shall should
  have has had a an the of to for in on at by with about from as it its this that these those there here and or but so
  again please tell me remind know remember recall told you i my mine we our us he she him her his they them their any
  won some name names named called call long often many much old time day date again exactly really just ever anything
  something thing things kind sort before go say said talk mean think idea let see look get got give gave go goes went
  ask asked happen happened make made one ones now then last next still also than too very well yes no not into onto
  over under behind near after before during between through up down out off away back around until since while going
  doing being having getting took take takes taking keep kept put use used need needed want wanted start started i'd
  i'm i've i'll it's that's there's what's who's where's when's how's each every both all anyone someone everybody
  anybody somebody everyone always never usually currently recently lately today tonight planning plan plans mention
  mentioned supposed bit lot first new idea quick exactly precisely must should mustn shouldn whereabouts wherever`,
)

/** Words that say what kind of answer is wanted, where one of that kind is. */
const implied: Readonly<Partial<Record<Wanted, ReadonlySet<string>>>> = {
  liking: words('like love best most prefer enjoy favourite favorite fond would'),
  disliking: words(
    'like love dislike hate loathe detest abide stand eat drink bear avoid allergic allergy take have',
  ),
  wish: words('like love want wish hope dream dying desperate would dearly'),
  allergy: words('eat drink have take touch allergic allergy allergies intolerant mustn allowed'),
  job: words('work works working job living profession occupation employed'),
  number: words('old tall big far number size age'),
  person: words('person somebody someone'),
}
/** Words that say no more than "something". */
const vague = words('food drink kind sort type present hobby activity animal subject medicine see')

/** The words of a question that say of what it asks, beside what kind of answer it wants. */
export function subjectWords(question: string): string[] {
  const wanted = wantedBy(question)
  const telling = tellingWords(question).filter((word) => !implied[wanted]?.has(word.toLowerCase()))
  const exact = telling.filter((word) => !vague.has(word.toLowerCase()))
  return ['liking', 'disliking', 'allergy', 'wish'].includes(wanted) ? exact : telling
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** The words of a question that say of what it asks. */
export function tellingWords(question: string): string[] {
  const said = question.normalize('NFKC').match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
  const plain = said.map((word) => word.replace(/['’]s$/, '')).filter((word) => word.length > 0)
  return plain.filter((word) => !isAsking(word))
}

/** Whether a word says nothing of what a text is about. */
export function isAsking(word: string): boolean {
  return asking.has(
    stemmer(
      word
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/^(can|won)'t$/, '$1')
        .replace(/n't$|'\w+$/, ''),
    ),
  )
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(stemmer))
}
