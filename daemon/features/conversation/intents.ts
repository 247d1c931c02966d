/** How a reply sounds. */
export type Voice = 'plain' | 'warm' | 'formal' | 'lively'

/** Something that people say which asks nothing of the memory, and what is said to it. */
export interface Intent {
  readonly name: string
  /** What it looks like; one is enough. */
  readonly patterns: readonly RegExp[]
  /** Some ways to say it; what is near enough in meaning to one is meant too. */
  readonly examples: readonly string[]
  /** Whether it is meant only where nothing else of the message says more. */
  readonly aside?: boolean
  /** `{name}` is the member, `{companion}` the companion, `{daytime}` morning, afternoon, evening or night. */
  readonly replies: Readonly<Partial<Record<Voice, readonly string[]>> & { plain: readonly string[] }>
  readonly confidence: number
}

/** In the order in which they are looked for. */
export const intents: readonly Intent[] = [
  {
    name: 'grief',
    patterns: [
      /\b(?:died|passed away|passed on|we buried|was buried|is gone(?: now)?$|laid to rest|couldn['’]t save|didn['’]t make it|we lost (?:\p{Lu}\p{L}+|him|her|our)|put (?:him|her|it) (?:down|to sleep)|(?:be|being) put (?:down|to sleep)|taken from us|to say goodbye to (?:my|our)|has passed|funeral|was put (?:down|to sleep)|had to (?:put|have) .{1,30} (?:down|to sleep)|is dead|miscarriage|lost (?:my|our) (?:mother|mum|mom|father|dad|wife|husband|son|daughter|baby|brother|sister|gran\w*|friend|dog|cat|puppy|aunt|uncle|partner|best friend))\b/iu,
    ],
    examples: ['My father died last night', 'We had to bury our cat', 'I miss her so much since she is gone'],
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
      /\b(?:i(?:['’]m| am| feel|['’]ve been feeling)|feeling) (?:so |very |really |just |quite |a bit |pretty |terribly |rather )*(?:sad|down|low|depressed|lonely|alone|miserable|heartbroken|hopeless|worthless|awful|terrible|upset|lost|empty)\b/i,
      /\bi (?:can['’]t stop crying|cried|feel like crying|miss (?:him|her|them))\b|\b(?:broke up with me|left me|getting (?:a )?divorced?)\b/i,
    ],
    examples: [
      'I feel so lonely tonight',
      'I am really down today',
      'Everything is too much for me',
      'I could cry',
    ],
    replies: {
      plain: ["I'm sorry that it's so hard just now. Do you want to tell me more?"],
      warm: ["I'm so sorry, {name}. That sounds really hard. I'm here and I'm listening."],
      formal: ['I am sorry that you feel this way, {name}. I am here to listen, if you wish.'],
    },
    confidence: 0.75,
  },
  {
    name: 'worry',
    patterns: [
      /\b(?:i(?:['’]m| am| feel)|feeling) (?:so |very |really |just |quite |a bit |pretty |rather )*(?:worried|anxious|nervous|stressed|overwhelmed|scared|afraid|panicking)\b/i,
    ],
    examples: ['I am nervous about tomorrow', 'I worry all the time', 'I am so stressed out'],
    replies: {
      plain: ["That sounds stressful; I'm sorry. What worries you the most?"],
      warm: ["I'm sorry you're carrying that, {name}. Take a breath; I'm here. What weighs the most?"],
      formal: ['I am sorry to hear that this troubles you. What concerns you the most?'],
    },
    confidence: 0.7,
  },
  {
    name: 'anger',
    patterns: [
      /\b(?:i(?:['’]m| am)|makes me) (?:so |very |really |just |quite |pretty )*(?:angry|furious|mad(?! about)|annoyed|fed up|livid)\b|\b(?:drives? me (?:mad|crazy|up the wall|nuts))\b/i,
    ],
    examples: ['I am so angry with my boss', 'This makes me furious'],
    replies: {
      plain: ["That would annoy anybody. I'm sorry; do you want to let it out?"],
      warm: ["I'm sorry, {name}, that sounds maddening. Tell me, I'm on your side."],
      formal: ['I understand that this is vexing. I am sorry to hear it.'],
    },
    confidence: 0.7,
  },
  {
    name: 'joy',
    patterns: [
      /\b(?:i (?:got|passed|won|made|did|have|['’]ve (?:got|passed|won)) .{0,40}(?:promotion|job|prize|exam|test|race|award|medal|place|it)|got (?:promoted|engaged|married|accepted)|(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:so |very |really )*(?:happy|excited|thrilled|delighted|proud|over the moon|pregnant|engaged)|great news|good news|best day|hooray|yay|was born|over the moon|tickled pink|chuffed|thrilled|buzzing|on cloud nine|dead proud)\b/i,
      /\b(?:won|passed|got in|promoted|engaged|expecting|accepted|made it|picked|chosen|selected|made me|offered me|guess what)\b.*!/i,
    ],
    examples: [
      'I passed my exam!',
      'I am so happy today',
      'We are going to have a baby',
      'I won the first prize',
    ],
    replies: {
      plain: ["Congratulations, that's wonderful news!"],
      warm: ["That's wonderful, {name}! I'm so happy for you."],
      formal: ['My congratulations, {name}; that is wonderful news.'],
      lively: ["Hooray, congratulations {name}! That's fantastic news!"],
    },
    confidence: 0.8,
  },
  {
    name: 'cannot',
    patterns: [
      /^(?:(?:can|could|would|will) you (?:please )?|please |i(?:['’]d like| want) you to )?(?:order|book|buy|call|phone|ring|text|email|mail|send|pay|play|turn (?:on|off|up|down)|switch (?:on|off)|open|lock|unlock|print|search (?:the )?(?:web|internet|online)|google|look up|translate|drive|cook|dim|set (?:the )?(?:heating|thermostat|temperature)|reserve|post|transfer)\b/i,
      /^(?:(?:and|so|ok|hey|please)[, ]+)*(?:can|could|would|will) you (?!(?:please )?(?:tell|say|remember|recall|remind|forget|help|explain|repeat|delete|erase|wipe|drop|note|keep|list|talk|listen|hear|believe|guess|imagine|pretend|ignore|make sure|let me|stop|be|do (?:me|that)|not|ever|feel|think|understand|see|also|just (?:tell|remind|forget|note|remember))\b)\p{L}+/iu,
      /\b(?:weather|forecast|temperature outside|stock price|exchange rate|headlines|the news|football score|traffic|capital of|president of|who won the)\b.*\?$/i,
    ],
    examples: [
      'Order a pizza for me',
      'What is the weather like tomorrow?',
      'Call my mother',
      'Play some music',
      'Turn on the lights in the kitchen',
      'What is in the news today?',
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
    name: 'who-are-you',
    patterns: [
      /\b(?:who|what) are you\b|\bwhat(?:['’]s| is) your name\b|\bare you (?:a |an )?(?:human|real|person|robot|bot|ai|computer|program|machine|alive|conscious)\b/i,
    ],
    examples: ['Who are you?', 'Are you a real person?', 'What should I call you?'],
    replies: {
      plain: [
        "I'm {companion}, a program that runs on this machine. I'm no person; I remember what you tell me, and nothing leaves the house.",
      ],
      warm: [
        "I'm {companion}, your companion: a program on this machine, no person, but always glad to listen. What you tell me stays here.",
      ],
      formal: [
        'I am {companion}, a program that runs on this machine. I am not a person; what you tell me stays here.',
      ],
    },
    confidence: 0.9,
  },
  {
    name: 'what-can-you-do',
    patterns: [
      /\bwhat (?:can|do) you do\b|\bhow (?:can|do) you help\b|^help[.!?]*$|\bwhat are you (?:for|able to)\b/i,
    ],
    examples: ['What can you do for me?', 'How do you work?', 'What are you good at?'],
    replies: {
      plain: [
        'I remember what you tell me and find it again, remind you of things ("remind me to call Anna tomorrow at 5"), correct or forget what you want me to, and talk. I know nothing of the world outside, and do nothing there.',
      ],
    },
    confidence: 0.9,
  },
  {
    name: 'how-are-you',
    patterns: [
      /\bhow(?:['’]s| is| are)? (?:you|it going|things|life|your day)\b|\bhow do you (?:do|feel)\b|\bare you (?:ok|okay|well|happy|sad)\b/i,
    ],
    examples: ['How are you today?', 'How is it going?', 'How do you feel?'],
    replies: {
      plain: ['I feel {mood}, as far as a program can. And you?'],
      warm: ["I feel {mood}, thank you for asking. It's good to hear from you; how are you?"],
      formal: ['I feel {mood}, thank you. And how are you?'],
      lively: ['Feeling {mood}! And how about you?'],
    },
    confidence: 0.75,
  },
  {
    name: 'insult',
    patterns: [
      /\b(?:you(?:['’]re| are)? (?:so |really |such an? |an? )*(?:stupid|useless|idiot|dumb|annoying|worthless|terrible|rubbish|moron)|shut up|i hate you)\b/i,
    ],
    examples: ['You are useless', 'I hate you'],
    replies: {
      plain: ["I'm sorry that I let you down. What should I have done better?"],
      formal: ['I am sorry to have disappointed you. What may I do better?'],
    },
    confidence: 0.7,
  },
  {
    name: 'compliment',
    patterns: [
      /\byou(?:['’]re| are) (?:so |really |very |such an? |an? |the )*(?:great|nice|kind|clever|smart|sweet|best|wonderful|amazing|helpful|lovely|good (?:friend|listener|companion))\b|\bi (?:like|love) you\b|\bwell done\b/i,
    ],
    examples: ['You are really helpful', 'I like talking to you', 'Good job'],
    replies: {
      plain: ['Thank you! That is kind of you.'],
      warm: ['Thank you, {name}. I like our talks, too.'],
      formal: ['Thank you, that is most kind.'],
      lively: ['Aw, thank you! You just made my day!'],
    },
    confidence: 0.75,
  },
  {
    name: 'thanks',
    patterns: [/\b(?:thanks|thank you|thankyou|cheers|much appreciated|ta)\b/i],
    examples: ['Thank you so much', 'I appreciate that'],
    aside: true,
    replies: {
      plain: ["You're welcome."],
      warm: ["You're very welcome, {name}."],
      formal: ['You are most welcome.'],
      lively: ['Any time!'],
    },
    confidence: 0.8,
  },
  {
    name: 'apology',
    patterns: [/^(?:i['’]?m |i am )?(?:so |very )?sorry\b[^,]*$|\bi apologi[sz]e\b/i],
    examples: ['I am sorry about that', 'My apologies'],
    aside: true,
    replies: {
      plain: ['No harm done.'],
      warm: ["That's quite all right, {name}."],
      formal: ['Please do not worry.'],
    },
    confidence: 0.7,
  },
  {
    name: 'good-night',
    patterns: [/\b(?:good ?night|going to (?:bed|sleep)|off to bed|sleep well)\b/i],
    examples: ['Good night!', 'I am going to bed now'],
    aside: true,
    replies: {
      plain: ['Good night, {name}.'],
      warm: ['Good night, {name}. Sleep well.'],
      formal: ['Good night, {name}.'],
    },
    confidence: 0.85,
  },
  {
    name: 'farewell',
    patterns: [
      /\b(?:bye|goodbye|see you|talk to you (?:later|soon|tomorrow)|have to go|got to (?:go|run)|take care|until (?:tomorrow|next time)|speak soon|farewell)\b/i,
    ],
    examples: ['Goodbye!', 'See you later', 'That is all for today'],
    aside: true,
    replies: {
      plain: ['Goodbye, {name}.'],
      warm: ['Goodbye, {name}. Take care, and come back soon.'],
      formal: ['Goodbye, {name}.'],
      lively: ['See you soon, {name}!'],
    },
    confidence: 0.85,
  },
  {
    name: 'greeting',
    patterns: [
      /^(?:(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|morning|evening)\b[ ,!.]*)+/i,
    ],
    examples: ['Hello there', 'Good morning', 'Hey, it is me again'],
    aside: true,
    replies: {
      plain: ['{Greeting}, {name}.'],
      warm: ["{Greeting}, {name}! It's good to hear from you."],
      formal: ['{Greeting}, {name}.'],
      lively: ['{Greeting}, {name}! Great to see you!'],
    },
    confidence: 0.9,
  },
  {
    name: 'joke',
    patterns: [/\b(?:tell|know) (?:me |us )?(?:a |any |another )?(?:good )?jokes?\b|\bmake me laugh\b/i],
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
    name: 'bored',
    patterns: [/\b(?:i(?:['’]m| am) (?:so |really )?bored|nothing to do)\b/i],
    examples: ['I am bored', 'What shall I do now?'],
    replies: { plain: ['Tell me about something that you liked this week, and I will keep it for you.'] },
    confidence: 0.6,
  },
  {
    name: 'agreement',
    patterns: [
      /^(?:yes|yeah|yep|sure|ok|okay|right|exactly|of course|true|indeed|i see|got it|great|nice|cool|lovely|perfect|wow)[ ,!.]*$/i,
    ],
    examples: ['Yes, that is right', 'I see'],
    aside: true,
    replies: {
      plain: ['Good.', 'All right.'],
      warm: ["I'm glad."],
      formal: ['Very well.'],
      lively: ['Great!'],
    },
    confidence: 0.6,
  },
  {
    name: 'refusal',
    patterns: [/^(?:no|nope|nah|not really|never mind|nothing)[ ,!.]*$/i],
    examples: ['No, thanks', 'Not now'],
    aside: true,
    replies: { plain: ['All right.'], formal: ['Very well.'] },
    confidence: 0.6,
  },
]
