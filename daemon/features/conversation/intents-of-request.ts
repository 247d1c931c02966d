import type { Intent } from './intent.ts'
import { phrases } from './phrases.ts'

/** What people ask for that is no matter of what they told. */
export const requests: readonly Intent[] = [
  {
    name: 'forget-everything',
    patterns: [
      phrases(
        "(?:please )?(?:forget|delete|erase|wipe|clear) (?:absolutely )?(?:everything|all (?:of it|my memories|memories|my data|your memory|you know)|your (?:whole |entire )?memory|it all|all that you know)(?: (?:about me|i(?:'ve)? (?:ever )?told you|you know(?: about me)?|we talked about))?",
      ),
    ],
    examples: ['Forget everything', 'Delete all you know about me'],
    replies: {
      plain: [
        "That would be all you've ever told me, so I don't do it on a word in passing. You can look through your memories and delete them there; or tell me what to forget, in a few words.",
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'cannot',
    patterns: [
      /^(?:(?:hey|hi|ok|okay|so|and|please|companion)[, ]+)*(?:(?:can|could|would|will) you (?:please )?|please |i(?:['’]d like| want) you to )?(?:order|book|buy|call(?! (?:me|it|him|her|them|that)\b)|phone|ring|text|email|mail|send|pay|play|turn (?:on|off|up|down)|switch (?:on|off)|open|lock|unlock|print|search (?:the )?(?:web|internet|online)|google|look up|translate|drive|cook|dim|set (?:the )?(?:heating|thermostat|temperature|lights?)|reserve|post|transfer|download|install|take a (?:photo|picture)|show me (?:a |some |the )?(?:pictures?|photos?|videos?|news|map))\b/i,
      /^(?:(?:and|so|ok|hey|please|hi|hello)[, ]+)*(?:can|could|would|will) you (?!(?:please )?(?:tell|say|remember|recall|remind|forget|help|explain|repeat|delete|erase|wipe|drop|note|keep|list|talk|listen|hear|believe|guess|imagine|pretend|ignore|make sure|let me|stop|be|do (?:me|that)|not|ever|feel|think|understand|see|also|just (?:tell|remind|forget|note|remember)|speak|read|sing|cry|laugh|sleep|die|love|learn|lie|marry|scratch|remove|wake me|set (?:me )?(?:a|an)|give me a (?:nudge|shout|reminder)|nudge|ping|alert|create|add|put)\b)\p{L}+/iu,
    ],
    examples: [
      'Order a pizza for me',
      'Call my mother',
      'Play some music',
      'Turn on the lights in the kitchen',
    ],
    replies: {
      plain: [
        "I can't do that: I have no way out of this machine. I can remember things for you, remind you, and talk.",
      ],
      warm: [
        "I wish I could, {name}, but I can't: I have no way out of this machine. I can remember it for you, or remind you.",
      ],
      formal: [
        'I am not able to do that, as I have no connection to the outside. I can remember it for you, or remind you.',
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'cannot-know',
    patterns: [
      /^(?:(?:hey|hi|so|and|ok|please)[, ]+)*(?:what|who|how|which|whats|is|will|do you know|tell me)\b.*\b(?:weather|forecast|temperature outside|stock price|exchange rate|headlines|the news|football score|traffic|capital of|president of|prime minister of|world cup)\b/i,
      /\b(?:weather|forecast|temperature outside|stock price|exchange rate|headlines|the news|football score|traffic|capital of|president of|who won the)\b.*\?$/i,
      /\bwhat(?:['’]?s| is) the time in (?!the\b)\p{L}|\bwhat time is it in (?!the\b)\p{L}|^who(?:['’]?s| is) the (?:president|prime minister|king|queen|pope|chancellor)\b/iu,
      /^is it (?:raining|snowing|sunny|cold|hot|warm|windy) (?:outside|out|today|now)\b/i,
      /^(?:what(?:['’]?s| is)|how much is|calculate|work out|solve) (?:the (?:square )?root of )?[\d(][\d\s().,+*x×·÷/^%-]*(?:(?:plus|minus|times|divided by|percent of|% of|squared)\s*[\d(][\d\s().,]*)*[?=. ]*$/i,
      /\b(?:will it|is it going to) (?:rain|snow|be (?:sunny|cold|hot|warm|windy))\b/i,
    ],
    examples: ['What is the weather like tomorrow?', 'What is in the news today?', 'What is 12 times 12?'],
    replies: {
      plain: ["I can't know that: I have no way out of this machine, and only know what you tell me."],
      warm: ["I can't know that, {name}: I have no way out of this machine, and only know what you tell me."],
      formal: [
        'I am not able to know that, as I have no connection to the outside and know only what you tell me.',
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'make-up',
    patterns: [
      /^(?:(?:hey|so|and|ok|please|companion)[, ]+)*(?:(?:can|could|would|will) you (?:please )?|please )?(?:write|sing|compose|draw|paint|make up|invent|recite|read|tell)(?: me| us| my \p{L}+)? (?:a|an|another|some|the) (?:\p{L}+ )?(?:poem|song|story|stories|fairy ?tale|essay|letter|picture|lullaby|rhyme|rap|book|riddle)\b/iu,
    ],
    examples: ['Write a poem for me', 'Tell me a bedtime story'],
    replies: {
      plain: [
        "I'm afraid that I can't make things up by myself. But I do like to hear stories: what happened to you today?",
      ],
      warm: [
        "I'm no poet, {name}: on my own I can't make things up. But I'd love to hear a story of yours; what happened today?",
      ],
      formal: ['I am afraid that I cannot compose anything on my own.'],
    },
    beside: { courteous: true },
    confidence: 0.75,
  },
  {
    name: 'joke',
    patterns: [
      phrases(
        '(?:(?:can|could|will|would) you )?(?:please )?tell (?:me |us )?(?:a|any|another|one more)(?: \\p{L}+)? joke',
        '(?:do you )?know (?:a|any|another|some)(?: good)? jokes?',
        '(?:please )?make me (?:laugh|smile)',
        'cheer me up',
        'another one',
      ),
    ],
    examples: ['Tell me a joke'],
    replies: {
      plain: [
        'Why did the memory cross the road? It forgot why it was on the other side.',
        'I would tell you a joke about SQLite, but it is a bit too light.',
      ],
    },
    confidence: 0.7,
  },
  {
    name: 'advice',
    patterns: [
      phrases(
        'what (?:should|shall|could) (?:i|we) (?:do|say|cook|eat|wear|read|watch|make)(?: (?:for (?:dinner|lunch|breakfast|tea|supper)|about (?:it|that|this)|next|with it|at the weekend|tomorrow))*',
        '(?:any|do you have any|have you got any|give me some) (?:ideas?|advice|suggestions?|tips?)(?: (?:for|on) .{1,30})?',
        'what would you do',
        "i (?:do not|don't) know what to do(?: (?:any ?more|about (?:it|that|this)))?",
      ),
    ],
    examples: ['What shall I cook tonight?', 'I do not know what to do'],
    replies: {
      plain: ["I'm no expert, I only know what you tell me. What have you thought of so far?"],
      warm: ["I'm no expert, {name}, but I'm happy to think along. What have you thought of so far?"],
      formal: ['I fear that I am no expert. What have you considered so far?'],
    },
    beside: { courteous: true },
    confidence: 0.6,
  },
  {
    name: 'help-me',
    patterns: [
      phrases(
        '(?:can|could|will|would) you help(?: (?:me|us))?(?: (?:out|with something|with this|a bit))?',
        'i need (?:your |some |a bit of )?help',
        '(?:can|may|could) i (?:ask|tell) you (?:something|a question|a secret)',
        "i(?:'d like| want) to (?:ask|tell) you something",
        'i have a question',
        "(?:let's|can we|could we|i want to|i'd like to|i need to) (?:talk|chat)(?: (?:to|with) (?:you|someone|somebody))?",
        'i (?:just )?need (?:someone|somebody) to talk to',
        'talk to me',
        'i (?:want|need) (?:company|a friend)',
      ),
    ],
    examples: ['Can you help me?', 'I need somebody to talk to'],
    replies: {
      plain: ["Of course. I'm listening."],
      warm: ["Of course, {name}. I'm here and I'm listening."],
      formal: ['Certainly. I am listening.'],
    },
    confidence: 0.75,
  },
  {
    name: 'remind-of-what',
    patterns: [],
    examples: ['Remind me of something', 'Set a reminder'],
    replies: { plain: ['Gladly. Of what, and when?'] },
    confidence: 0.7,
  },
  {
    name: 'moment-has-passed',
    patterns: [],
    examples: ['Remind me yesterday'],
    replies: {
      plain: ['That time is over already, so I have not set it. When shall I remind you instead?'],
    },
    confidence: 0.85,
  },
  {
    name: 'too-often',
    patterns: [],
    examples: ['Remind me every five minutes'],
    replies: {
      plain: ['I can remind you once an hour at most, so I have not set it. Would every hour do?'],
    },
    confidence: 0.85,
  },
  {
    name: 'what-is-right',
    patterns: [],
    examples: ['You got that wrong'],
    replies: {
      plain: ["I'm sorry about that. What is right?"],
      formal: ['I apologise. What would be right?'],
    },
    confidence: 0.7,
  },
]
