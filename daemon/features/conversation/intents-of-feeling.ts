import type { Intent } from './intent.ts'
import { phrases } from './phrases.ts'

/** What is felt, and said to somebody who listens. */
export const feelings: readonly Intent[] = [
  {
    name: 'grief',
    patterns: [
      /\b(?:(?<!\b(?:phone|battery|laptop|computer|car|tablet|internet|wifi|plants?|engine|remote|tv) (?:has |just |have )?)died|passed away|passed on|we buried|was buried|is gone(?: now)?$|laid to rest|couldn['’]t save|didn['’]t make it(?! (?:to|in|on|back|home|for)\b)|we lost (?:him|her|our)|put (?:him|her|it) (?:down|to sleep)|(?:be|being) put (?:down|to sleep)|taken from us|to say goodbye to (?:my|our)|has passed|funeral|was put (?:down|to sleep)|had to (?:put|have) .{1,30} (?:down|to sleep)|(?<!\b(?:phone|battery|laptop|computer|car|tablet|internet|wifi|line|engine|remote|tv) )is dead(?! (?:tired|good|easy|funny|nice|set)\b)|miscarriage|lost (?:my|our) (?:mother|mum|mom|father|dad|wife|husband|son|daughter|baby|brother|sister|gran\w*|friend|dog|cat|puppy|aunt|uncle|partner|best friend)|(?:committed|died by) suicide|(?:killed|took) (?:him|her)(?:self| own life))\b/iu,
      /\bi (?:still |really |just |do )*miss (?:my |our )?(?:late |dear )?(?:mother|mum|mom|father|dad|wife|husband|gran\w*|son|daughter|baby) (?:so|terribly|every day|a lot)\b/i,
      /\b[Ww]e lost \p{Lu}\p{L}+(?! (?:Cup|League|Trophy|Final)\b)/u,
    ],
    examples: ['My father died last night', 'We had to bury our cat', 'I miss her so much since she is gone'],
    felt: true,
    replies: {
      plain: ["I'm so sorry for your loss. I'm here, for as long as you want to talk or to say nothing."],
      warm: [
        "Oh {name}, I'm so sorry. Losing someone you love hurts so much. I'm here with you, whatever you need.",
      ],
      formal: ['I am so sorry for your loss, {name}. Please take all the time you need; I am here.'],
    },
    confidence: 0.85,
  },
  {
    name: 'distress',
    patterns: [
      /\b(?:i(?:['’]m| am| feel|['’]ve been feeling)|feeling) (?:so |very |really |just |quite |a bit |pretty |terribly |rather |all )*(?:sad|down|low|depressed|lonely|alone|miserable|heartbroken|hopeless|worthless|awful|terrible|upset|lost|empty|ashamed|a failure|a burden|unloved|hurt)\b(?! (?:in the (?:hills|woods|city)|with the dog|at home|by the way))/i,
      /\bi (?:can['’]t stop crying|cried|feel like (?:crying|nobody|no one|a failure|everyone|everybody)|miss (?:him|her|them)|could cry|hate (?:my life|myself|everything))\b|\b(?:broke up with|split up with|left me|dumped me|cheated on me|getting (?:a )?divorced?)\b/i,
      /\b(?:nobody|no one|no-one) (?:cares|loves me|likes me|listens|understands me|wants me)\b|\beverything(?:['’]s| is)? (?:too much|going wrong|pointless|hopeless|awful|falling apart)\b/i,
      /\b(?:bad|awful|terrible|horrible|rough|hard|tough|dreadful|rotten|shitty|crap) (?:day|night|week|month|time|year)\b|\b(?:i|we) (?:just )?(?:got fired|was fired|been fired|lost (?:my|the) (?:job|house|home)|(?:failed|flunked) (?:my|the|an|a|another)\b)|\bi(?:['’]ve been| was| got| have been) (?:sacked|made redundant|laid off|dumped|bullied|robbed|mugged)\b/i,
      /^[\s\p{P}]*(?:[😢😭😞😔☹🙁😟🥺😿💔😩😫😖😣]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: [
      'I feel so lonely tonight',
      'I am really down today',
      'Everything is too much for me',
      'I could cry',
    ],
    felt: true,
    passing: true,
    replies: {
      plain: ["I'm sorry that it's so hard just now. Do you want to tell me more?"],
      warm: ["I'm so sorry, {name}. That sounds really hard. I'm here and I'm listening."],
      formal: ['I am sorry that you feel this way, {name}. I am here to listen, if you wish.'],
    },
    beside: { talkative: 'You can tell me as much or as little as you like.', courteous: true },
    confidence: 0.75,
  },
  {
    name: 'worry',
    patterns: [
      /\b(?:i(?:['’]m| am| feel)|feeling) (?:so |very |really |just |quite |a bit |pretty |rather )*(?:worried|anxious|nervous|stressed|overwhelmed|scared|afraid|panicking|frightened|terrified)\b(?! (?:of (?:spiders|heights|dogs|the dark|flying)|that|i))/i,
      /\bpanic attack\b|^[\s\p{P}]*(?:[😰😨😱😧😬]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: ['I am nervous about tomorrow', 'I worry all the time', 'I am so stressed out'],
    felt: true,
    passing: true,
    replies: {
      plain: ["That sounds stressful; I'm sorry. What worries you the most?"],
      warm: ["I'm sorry you're carrying that, {name}. Take a breath; I'm here. What weighs the most?"],
      formal: ['I am sorry to hear that this troubles you. What concerns you the most?'],
    },
    beside: { talkative: 'Things often look smaller once they are said out loud.', courteous: true },
    confidence: 0.7,
  },
  {
    name: 'anger',
    patterns: [
      /\b(?:i(?:['’]m| am)|makes me) (?:so |very |really |just |quite |pretty )*(?:angry|furious|mad(?! about)|annoyed|fed up|livid|pissed(?: off)?)\b|\b(?:drives? me (?:mad|crazy|up the wall|nuts))\b/i,
      /^[\s\p{P}]*(?:[😠😡🤬😤👿]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: ['I am so angry with my boss', 'This makes me furious'],
    felt: true,
    replies: {
      plain: ["That would annoy anybody. I'm sorry; do you want to let it out?"],
      warm: ["I'm sorry, {name}, that sounds maddening. Tell me, I'm on your side."],
      formal: ['I understand that this is vexing. I am sorry to hear it.'],
    },
    beside: { talkative: 'You can say it here just as it is.', courteous: true },
    confidence: 0.7,
  },
  {
    name: 'unwell',
    patterns: [
      /\b(?:i(?:['’]m| am| feel|['’]ve been| have been| was)|my (?:\p{L}+ )?(?:is|has been|was)) (?:so |very |really |quite |a bit |pretty |rather |been |all )*(?:sick|ill|poorly|unwell|feverish|nauseous|dizzy|in (?:a lot of )?pain|in hospital|in the hospital)\b(?! of\b)/iu,
      /\bi(?:['’]ve got| have| got|['’]ve) (?:a |the |such a |an? (?:bad|awful|terrible) )*(?:headache|migraine|fever|flu|cold|cough|sore throat|toothache|stomach ?ache|backache|covid|temperature|food poisoning)\b|\bmy (?:\p{L}+ )?(?:head|tooth|teeth|back|stomach|tummy|throat|knee|foot|leg|arm|neck|ear|hand|wrist|shoulder)s? (?:hurts?|aches?|is killing me|are killing me|is sore)\b|\bi(?:['’]ve)? (?:broke|broken|sprained|twisted) my (?:arm|leg|foot|ankle|wrist|hand|toe|finger)\b/iu,
      /^[\s\p{P}]*(?:[🤒🤢🤮🤧🤕😷]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: ['I have a terrible headache', 'I am ill in bed'],
    felt: true,
    replies: {
      plain: ["I'm sorry to hear that. I hope it gets better soon."],
      warm: ["Oh no, {name}, I'm sorry. I hope it gets better soon; please take good care."],
      formal: ['I am sorry to hear that, {name}. I wish a speedy recovery.'],
    },
    beside: { talkative: 'If it gets worse, please have somebody look at it.' },
    confidence: 0.7,
  },
  {
    name: 'tired',
    patterns: [
      phrases(
        "i(?:'m| am| feel)(?: so| very| really| just| quite| pretty| dead| a bit)* (?:tired|exhausted|knackered|worn out|sleepy|shattered|beat|drained)(?: (?:of it all|today|all the time|this evening|after work))?",
        '(?:so|very) tired',
        "i (?:can't|couldn't|cannot) (?:sleep|fall asleep|get to sleep)(?: (?:again|tonight|at all|last night))?",
        "i (?:didn't sleep|slept badly|hardly slept|barely slept|haven't slept)(?: (?:at all|well|last night|much))*",
      ),
      /^[\s\p{P}]*(?:[😴🥱😪]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: ['I am so tired', 'I cannot sleep'],
    felt: true,
    passing: true,
    replies: {
      plain: ["That's wearing. I hope you can get some rest. Is something keeping you busy?"],
      warm: ['Poor you, {name}. I hope you can get some rest soon. Is something on your mind?'],
      formal: ['I am sorry to hear that. I hope that you can rest soon.'],
    },
    beside: { talkative: 'Even an hour of rest makes a difference.', courteous: true },
    confidence: 0.65,
  },
  {
    name: 'in-need',
    patterns: [
      phrases(
        "i(?:'m| am|'m feeling)(?: so| very| really| a bit| quite)* (?:hungry|thirsty|cold|freezing|hot|starving)",
      ),
    ],
    examples: ['I am so hungry', 'I am cold'],
    felt: true,
    passing: true,
    replies: {
      plain: ["Then see to that first. I'll be here."],
      warm: ["Then see to that first, {name}. I'll be here."],
      formal: ['Then please see to that first. I shall be here.'],
    },
    confidence: 0.6,
  },
  {
    name: 'joy',
    patterns: [
      /\bi(?:['’]ve| have)? (?:just |finally |actually )*(?:got|passed|won|been offered|landed) .{0,40}\b(?:promotion|job|prize|exam|test|race|award|medal|place)\b(?! (?:results?|interview|description|tomorrow)\b)|\b(?:i|we) (?:did|made) it[.!\s]*$/iu,
      /\b(?:got (?:promoted|engaged|married|accepted)|(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:so |very |really |just )*(?:happy|excited|thrilled|delighted|proud|over the moon|pregnant|engaged|buzzing|getting married|(?:having|expecting) (?:a (?:baby|boy|girl)|twins))|great news|good news|best day|hooray|yay|(?<!\bi )was born(?! (?:in|on)\b)|over the moon|tickled pink|chuffed|thrilled|on cloud nine|dead proud)\b/iu,
      /\b(?:won|passed|got in|promoted|engaged|expecting|accepted|made it|picked|chosen|selected|made me|offered me)\b.*!/i,
      /^[\s\p{P}]*(?:[🎉🥳🎊🏆🤩]\uFE0F?[\s\p{P}]*)+$/u,
    ],
    examples: [
      'I passed my exam!',
      'I am so happy today',
      'We are going to have a baby',
      'I won the first prize',
    ],
    felt: true,
    replies: {
      plain: ["Congratulations, that's wonderful news!"],
      warm: ["That's wonderful, {name}! I'm so happy for you."],
      formal: ['My congratulations, {name}; that is wonderful news.'],
      lively: ["Hooray, congratulations {name}! That's fantastic news!"],
    },
    beside: {
      talkative: 'Tell me all about it, from the beginning.',
      playful: 'I would throw confetti, if I had hands.',
    },
    confidence: 0.8,
  },
]
