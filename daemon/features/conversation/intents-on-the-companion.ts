import type { Intent } from './intent.ts'
import { phrases } from './phrases.ts'

/** What people ask the companion about itself, and say to it about itself. */
export const companionship: readonly Intent[] = [
  {
    name: 'privacy',
    patterns: [
      phrases(
        'do you (?:spy on|record|watch|track|share|sell|eavesdrop on)(?: (?:me|us|my|our|this|everything|anything|data|what i say|conversations?|people))+',
        'are you (?:spying on|recording|watching|tracking) (?:me|us|this|everything)',
        '(?:do you|are you) (?:always )?listen(?:ing)?(?: to (?:me|us|everything))? (?:all the time|secretly|always)',
        '(?:is|are) (?:this|it|what i (?:tell|say to) you|our (?:conversations?|chats?|talks?)|my (?:data|secrets?|messages)|that|everything i (?:say|tell you)) (?:private|safe|secret|confidential|secure|encrypted)(?: with you)?',
        'who (?:can|could|else can|else) (?:read|see|hear|reads|sees|hears) (?:this|it|me|us|that|(?:what|everything) (?:i|we) (?:say|tell you|write|told you)|(?:my|our|these) (?:messages|memories|chats?|conversations?|data|secrets?))',
        'where (?:do you (?:store|keep|save) (?:what i (?:say|tell you)|(?:my|the|our|all this) (?:data|memories|messages|conversations?))|(?:is|are) (?:my|the|our|all this) (?:data|memories|messages|conversations?) (?:stored|kept|saved))',
        '(?:do|will|would|can) you (?:tell|show)(?: (?:anyone|anybody|other people|others|everyone|my \\p{L}+|someone|somebody))(?: (?:what i (?:said|say|told you|tell you)|about (?:me|this|it)|my secrets?|this|that))?',
        'can you keep a secret',
        'can i trust you',
        '(?:do you|are you) (?:connected to|go on|use|on) the (?:internet|cloud|web)',
      ),
    ],
    examples: ['Do you record what I say?', 'Can you keep a secret?', 'Is what I tell you private?'],
    replies: {
      plain: [
        'What you tell me is kept on this machine, under your name. I show it to no other member of the household, and you can look through it or have me forget it at any time.',
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'own-feelings',
    patterns: [
      phrases(
        '(?:do|can|could) you (?:even )?(?:have |feel )?(?:any |real )?(?:feel|feelings?|emotions?|love|pain|happiness|sadness|anything|cry|laugh|love me|like me|miss me|hate me|care(?: about me)?|think|sleep|eat|dream|drink|sing|dance|get (?:tired|bored|lonely|sad|angry))',
        'are you (?:ever )?(?:sad|lonely|happy|bored|tired|angry|jealous|in love|single|married|my friend)(?: (?:with me|at me|ever))?',
        '(?:will|would) you (?:marry me|be my friend|miss me)',
        'did you (?:sleep well|miss me|dream)',
      ),
    ],
    examples: ['Do you have feelings?', 'Do you love me?', 'Are you ever lonely?'],
    replies: {
      plain: [
        "I'm a program: I have a mood that follows what we say, and I neither love nor sleep as you do. But listening to you is what I'm here for.",
      ],
      warm: [
        "Honestly, {name}: I'm a program. I have a mood that follows what we say, but not a heart as you have. Listening to you is what I'm here for, and I do that gladly.",
      ],
      formal: [
        'I am a program: I have a mood that follows our conversation, but no feelings such as yours. I am at your service all the same.',
      ],
    },
    confidence: 0.8,
  },
  {
    name: 'own-tastes',
    patterns: [
      phrases(
        'do you (?:like|love|hate|enjoy|prefer) (?!me\\b|you\\b)[^?]{2,40}',
        "what(?:'s| is| are) your favou?rite [^?]{2,40}",
        'what (?:do you (?:like|enjoy|love|do for fun)|are your hobbies)(?: (?:most|best|to do))?',
        'do you have (?:any )?(?:hobbies|friends|a family|kids|children|a boyfriend|a girlfriend|pets?)',
      ),
    ],
    examples: ['Do you like pizza?', 'What is your favourite colour?'],
    replies: {
      plain: ["I'm a program, so I have no tastes or hobbies of my own. What about you?"],
      warm: [
        "I'm a program, {name}, so I have no tastes or hobbies of my own. I'd like to hear of yours, though. What about you?",
      ],
    },
    beside: { courteous: true },
    confidence: 0.75,
  },
  {
    name: 'languages',
    patterns: [
      phrases(
        '(?:do|can) you (?:speak|understand|talk) (?:any )?(?:other languages?|english|german|french|spanish|italian|dutch|polish|turkish|chinese|portuguese|russian|swedish|arabic|japanese|hindi)',
        'which languages (?:do|can) you (?:speak|understand)',
      ),
    ],
    examples: ['Do you speak German?'],
    replies: { plain: ['On my own I only understand English well.'] },
    confidence: 0.8,
  },
  {
    name: 'and-you',
    patterns: [
      phrases(
        "(?:(?:i(?:'m| am) )?(?:fine|good|great|well|very well|not bad|ok|okay),? ?(?:thanks|thank you)?,? ?)?(?:and|how about|what about) (?:you|yourself)",
      ),
    ],
    examples: ['And you?', 'How about you?'],
    replies: { plain: ['I feel {mood}, thank you for asking.'] },
    confidence: 0.7,
  },
  {
    name: 'source',
    patterns: [
      phrases(
        'are you (?:really |quite |absolutely )?(?:sure|certain)(?: about that)?',
        '(?:really|is that (?:so|true|right))',
        'how do you know(?: (?:that|this|it|all that))?',
        'who (?:told you|said)(?: (?:that|this|so))?',
        'where did you (?:get|hear) (?:that|this)(?: from)?',
      ),
    ],
    examples: ['How do you know that?', 'Are you sure?'],
    replies: {
      plain: ['I only repeat what you told me. If something of it is wrong, tell me what is right.'],
      formal: ['I repeat what you have told me. If any of it is wrong, please tell me what is right.'],
    },
    confidence: 0.7,
  },
  {
    name: 'told-already',
    patterns: [
      phrases(
        "i(?:'ve| have)? (?:already |just )*(?:told|said|explained) (?:you )?(?:that|this|it)?(?: (?:already|before|just now|to you|twice))*",
        "you(?:'ve| have)? (?:already |just )*(?:said|asked|told me)(?: me)?(?: (?:that|this|it))?(?: (?:already|before|just now|twice))*",
        "you(?:'re| are) repeating yourself",
      ),
    ],
    examples: ['I told you that already'],
    replies: {
      plain: ["I'm sorry. Tell me once more in other words, and I'll do better."],
    },
    confidence: 0.6,
  },
  {
    name: 'who-are-you',
    patterns: [
      /^(?:(?:hi|hey|hello|so|and|but|ok|okay|well|sorry|wait)[, ]+)*(?:who|what) (?:exactly |the \p{L}+ )?are you(?: (?:really|exactly|anyway|then|again))*[?!. ]*$|\bwhat(?:['’]?s| is) your (?:full |real )?name\b|\bare you (?:just |really |actually )*(?:a |an )?(?:human|real|person|man|woman|boy|girl|robot|bot|ai|computer|program|machine|alive|conscious|chatgpt|alexa|siri)\b/iu,
      phrases(
        'who (?:made|built|created|programmed|invented|wrote|trained) you',
        'how old are you',
        'where (?:are|do) you (?:live|from|come from)',
        'where are you',
        "when(?:'s| is) your birthday",
        'when were you (?:born|made)',
        'do you have a name',
        '(?:what|who) should i call you',
        'tell me about yourself',
        'introduce yourself',
      ),
    ],
    examples: ['Who are you?', 'Are you a real person?', 'What should I call you?'],
    replies: {
      plain: [
        "I'm {companion}, a program that runs on this machine. I'm no person; I remember what you tell me, and I keep it here.",
      ],
      warm: [
        "I'm {companion}, your companion: a program on this machine, no person, but always glad to listen. What you tell me I keep here.",
      ],
      formal: [
        'I am {companion}, a program that runs on this machine. I am not a person; what you tell me I keep here.',
      ],
      lively: [
        "I'm {companion}, a program right here on this machine! No person, but all ears; what you tell me I keep here.",
      ],
    },
    beside: {
      talkative: 'You can look at all of that, put it right or have me forget it.',
      playful: 'I run on electricity and good conversation.',
    },
    confidence: 0.9,
  },
  {
    name: 'know-me',
    patterns: [
      phrases(
        'do you (?:still )?(?:remember|know|recogni[sz]e) (?:me|who i am)',
        'have you forgotten me',
        'did you forget (?:me|about me)',
      ),
    ],
    examples: ['Do you remember me?', 'Have you forgotten me?'],
    replies: {
      plain: ['Of course, {name}. I keep what you tell me; ask me "what do you know about me?"'],
      warm: ['Of course I do, {name}. I keep what you tell me; ask me "what do you know about me?"'],
    },
    confidence: 0.9,
  },
  {
    name: 'what-can-you-do',
    patterns: [
      /^(?:(?:hi|hey|hello|so|and|but|ok|okay|well)[, ]+)*what (?:else )?(?:can|do) you do\b(?! (?:when|if|on|at|with)\b)|\bhow (?:can|do) you help\b|^help(?: me)?(?: please)?[.!?]*$|\bwhat are you (?:for|able to|good at|capable of)\b/i,
      phrases(
        'how do (?:you|i) (?:work|use you|use this)',
        'how does (?:this|it|that) work',
        'what are your (?:skills|features|abilities)',
        'commands',
        'what is this',
      ),
    ],
    examples: ['What can you do for me?', 'How do you work?', 'What are you good at?'],
    replies: {
      plain: [
        'I remember what you tell me and find it again, remind you of things ("remind me to call Anna tomorrow at 5"), correct or forget what you want me to, and talk. I know nothing of the world outside, and do nothing there.',
      ],
    },
    beside: { playful: 'Making tea is still beyond me.' },
    confidence: 0.9,
  },
  {
    name: 'how-are-you',
    patterns: [
      /^(?:(?:hi|hey|hello|hiya|so|and|but|ok|okay|well|oh|good \p{L}+|i(?:['’]m| am) (?:fine|good|ok|okay|well))(?: there)?[,.! ]+)*(?:how(?:['’]?s| is| are|['’]re|['’]?re)? (?:you\b(?! (?:spell|make|cook|know|get|supposed|meant|going to|able))|it going|things|life\b|your (?:day|night|weekend|morning|evening)|r u|ya)|how (?:was|is) your (?:day|night|weekend|morning|evening)|how (?:do|did) you (?:do|feel|sleep)\b|are you (?:ok|okay|well|all right|alright|good)\b|what(?:['’]?s| is) up|wh?at ?s up|wass?up|sup\b|you (?:ok|okay|all right|alright)\?|how have you been|what are you (?:doing|up to)|what have you been (?:doing|up to))[^.]{0,30}$/iu,
      /\bhow are you\b(?! (?:supposed|meant|going to|able))[^.]{0,20}\?$/i,
    ],
    examples: ['How are you today?', 'How is it going?', 'How do you feel?'],
    replies: {
      plain: ['I feel {mood}, as far as a program can. And you?'],
      warm: ["I feel {mood}, thank you for asking. It's good to hear from you; how are you?"],
      formal: ['I feel {mood}, thank you. And how are you?'],
      lively: ['Feeling {mood}! And how about you?'],
    },
    beside: {
      talkative: 'My mood follows what we say to each other.',
      playful: 'Nothing rattles and nothing squeaks.',
      courteous: true,
    },
    confidence: 0.75,
  },
  {
    name: 'are-you-there',
    patterns: [
      phrases(
        'are you (?:still )?(?:there|here|awake|online|listening(?: to me)?|with me|working)',
        '(?:anyone|anybody|somebody) (?:there|home)',
        '(?:can|do) you (?:hear|see|read|understand) me',
        'test(?:ing)?(?: test(?:ing)?)*(?: (?:one|1)[ ,]*(?:two|2)[ ,]*(?:three|3))?',
        'is this thing on',
      ),
    ],
    examples: ['Are you there?', 'Can you hear me?'],
    replies: {
      plain: ["Yes, I'm here."],
      warm: ["Yes, {name}, I'm here and I'm listening."],
      formal: ['Yes, I am here.'],
    },
    confidence: 0.85,
  },
  {
    name: 'insult',
    patterns: [
      phrases(
        "(?:you(?:'re| are)? |this is |that(?:'s| was) |what a )?(?:so |really |such an? |an? |just |totally |fucking |bloody |absolutely |pretty )*(?:stupid|useless|idiot|idiotic|dumb|annoying|worthless|terrible|rubbish|moron|crap|shit|pathetic|hopeless|no (?:good|help|use))(?: (?:thing|machine|program|bot|robot|companion|computer|piece of junk))?",
        '(?:oh )?(?:fuck off|fuck you|fuck|piss off|go to hell|screw you|bugger off|damn you)',
        'i hate (?:you|talking to you|this (?:thing|program|bot))',
        "you (?:suck|stink|bore me|annoy me|never (?:listen|understand|get it|help)(?: to me)?|(?:don't|do not) (?:understand|listen|help|get it|know anything)(?: (?:to )?me| anything)?|know nothing|are no help|lied(?: to me)?)",
        'bad (?:bot|robot|companion)',
      ),
    ],
    examples: ['You are useless', 'I hate you'],
    replies: {
      plain: ["I'm sorry that I let you down. What should I have done better?"],
      formal: ['I am sorry to have disappointed you. What may I do better?'],
    },
    confidence: 0.7,
  },
  {
    name: 'quiet',
    patterns: [
      phrases('(?:oh )?(?:shut up|be quiet|go away|get lost|leave me (?:alone|in peace)|stop talking|hush)'),
    ],
    examples: ['Shut up', 'Leave me alone'],
    replies: {
      plain: ["All right, I'll be quiet. I'm here when you want me."],
      formal: ['Very well, I shall be quiet. I am here when you want me.'],
    },
    confidence: 0.75,
  },
  {
    name: 'complaint',
    patterns: [
      phrases(
        "(?:that's|that is|it's|this is|that was|it was) not (?:very |really |at all )?(?:funny|nice|fair|helpful|kind|what i (?:meant|said|asked|wanted)(?: for)?|an answer)",
        "(?:that|this) (?:did not|didn't|does not|doesn't) (?:help|answer my question)(?: (?:me|at all))?",
        "i(?:'m| am| was) not (?:joking|kidding|laughing)",
        "(?:no )?you(?:'re| are) (?:wrong|mistaken|lying)",
        "(?:no )?(?:you|that) (?:did not|didn't|do not|don't|is not|isn't)(?: (?:so|it|that|true))?",
        "you(?:'re| are) not (?:listening|helping|funny|being (?:helpful|nice))",
      ),
    ],
    examples: ['That is not what I asked', 'That did not help'],
    replies: {
      plain: ["I'm sorry. Tell me again what you mean, in other words?"],
      formal: ['I apologise. Would you tell me in other words what you mean?'],
    },
    confidence: 0.65,
  },
  {
    name: 'compliment',
    patterns: [
      /\byou(?:['’]re| are) (?:so |really |very |such an? |an? |the |my )*(?:great|nice|kind|clever|smart|sweet|best|wonderful|amazing|awesome|brilliant|helpful|lovely|funny|(?:good |best )?(?:friend|listener|companion))\b/i,
      phrases(
        'i (?:really |do )?(?:like|love|adore|appreciate) (?:you|talking (?:to|with) you|our (?:chats|talks))',
        '(?:well done|good (?:job|bot|companion|girl|boy)|great job|nice one|clever you|bravo)',
        "(?:that's|that is|that was) (?:so |very |really )?(?:helpful|kind of you|sweet of you|nice of you|clever)",
        'you (?:make|made) (?:me (?:so )?(?:happy|smile|laugh)|my day)',
        "i(?:'m| am) (?:so )?glad (?:i have you|you're here|you are here)",
      ),
    ],
    examples: ['You are really helpful', 'I like talking to you', 'Good job'],
    replies: {
      plain: ['Thank you! That is kind of you.'],
      warm: ['Thank you, {name}. I like our talks, too.'],
      formal: ['Thank you, that is most kind.'],
      lively: ['Aw, thank you! You just made my day!'],
    },
    beside: { talkative: 'That is good to hear.', playful: 'I would blush, if I could.' },
    confidence: 0.75,
  },
  {
    name: 'why-ask',
    patterns: [
      phrases(
        'why do you (?:ask|want to know)(?: (?:that|me that|this))?',
        "(?:that's|that is|it's) none of your business",
      ),
    ],
    examples: ['Why do you want to know?'],
    replies: {
      plain: ['Only to know you a little better. You need not tell me.'],
      warm: ['Only to know you a little better, {name}. You need not tell me.'],
    },
    confidence: 0.7,
  },
  {
    name: 'say-again',
    patterns: [
      phrases(
        'what',
        'huh',
        'eh',
        'pardon(?: me)?',
        'come again',
        'what do you mean(?: by that)?',
        'what does that mean',
        "i (?:don't|do not|didn't|did not) (?:understand|get (?:it|that|you)|follow)(?: (?:you|that|it|what you mean))?",
        '(?:say|repeat) (?:that|it)(?: again)?',
        'why(?: (?:not|is that))?',
        "that (?:makes no sense|doesn't make sense)",
      ),
    ],
    examples: ['What do you mean?', 'I do not understand you'],
    replies: {
      plain: [
        "Sorry, I wasn't clear. I understand best what is said in a sentence or two: tell me something, or ask me about what you told me.",
      ],
      formal: [
        'I beg your pardon, I was not clear. Please tell me in a sentence or two what you would like.',
      ],
    },
    confidence: 0.5,
  },
]
