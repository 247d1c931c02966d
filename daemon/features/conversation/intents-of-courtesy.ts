import type { Intent } from './intent.ts'
import { phrases } from './phrases.ts'

/** What people say by the way. */
export const asides: readonly Intent[] = [
  {
    name: 'other-language',
    patterns: [
      /\p{Script=Cyrillic}{2}|\p{Script=Han}{2}|\p{Script=Hiragana}{2}|\p{Script=Arabic}{2}|\p{Script=Hebrew}{2}|\p{Script=Greek}{3}|\p{Script=Hangul}{2}|\p{Script=Devanagari}{2}|\p{Script=Thai}{2}/u,
      /(?:(?<![\p{L}'’])(?:ich|nicht|und|ist|wie|geht['’]?s?|dir|mein|meine|heißt|heiße|bitte|kannst|habe|morgen|je|suis|m['’]appelle|vous|est|comment|ça|avec|mon|pour|une|les|yo|soy|estás?|qué|cómo|tengo|tu|mi|muy|por|hoy|una|sono|sei|ciao|che|mio|mia|jestem|jak|się|nie|het|een|ik|niet|jag|och|inte)(?![\p{L}])[^.!?]*){2}/iu,
    ],
    examples: ['Sprichst du Deutsch?', 'Parlez-vous français ?', '¿Hablas español?'],
    felt: true,
    replies: {
      plain: ["I'm sorry, on my own I only understand English well. Could you say it in English?"],
      warm: ["I'm sorry, {name}, on my own I only understand English well. Could you say it in English?"],
    },
    confidence: 0.5,
  },
  {
    name: 'no-words',
    patterns: [],
    examples: ['...'],
    aside: true,
    alone: true,
    replies: {
      plain: ["I'm here. What is on your mind?"],
      warm: ["I'm here, {name}. What is on your mind?"],
      formal: ['I am here. What may I do for you?'],
    },
    confidence: 0.4,
  },
  {
    name: 'refusal',
    patterns: [
      phrases(
        '(?:no|nope|nah)(?: (?:thanks|thank you|thx))?',
        'not (?:really|now|today|yet|at the moment|quite sure(?: yet)?|sure(?: yet)?)',
        'never ?mind(?: (?:that|it))?',
        '(?:forget|drop|leave) (?:about )?it',
        '(?:oh )?nothing(?: (?:much|special|really|new|in particular))?',
        "i(?:'d| would) rather not(?: say)?",
        "(?:i )?(?:don't|do not) (?:want to|wanna) (?:talk(?: about (?:it|that))?|say)",
        "(?:it )?(?:doesn't|does not) matter",
        'stop(?: it)?',
        'maybe(?: later)?',
        'perhaps',
        "(?:i )?(?:don't|do not) (?:know|care|mind)(?: (?:really|yet|that))?",
        'dunno',
        'idk',
        'whatever',
        "i(?:'m| am) not (?:quite )?sure(?: yet)?",
        "i (?:don't|do not|can't) remember(?: (?:that|it|any ?more))?",
      ),
      /^[\s\p{P}]*(?:👎\p{Emoji_Modifier}?|🤷\p{Emoji_Modifier}?(?:\u200D[♀♂]\uFE0F?)?)[\s\p{P}]*$/u,
    ],
    examples: ['No, thanks', 'Not now'],
    aside: true,
    alone: true,
    replies: {
      plain: ['All right.'],
      warm: ["That's all right, {name}. I'm here if you want to talk."],
      formal: ['Very well.'],
    },
    confidence: 0.6,
  },
  {
    name: 'i-am-well',
    patterns: [
      phrases(
        "(?:i(?:'m| am)|we(?:'re| are)|i feel|feeling|all|everything(?:'s| is)) (?:so |very |pretty |quite |really |doing |all |just |not (?:too|so) )*(?:fine|good|great|ok|okay|well|alright|all right|better)(?: (?:thanks|thank you|thx))?(?: (?:and|how about) (?:you|yourself))?",
        '(?:fine|(?:very|quite|pretty) (?:well|good)|not (?:too |so )?bad)(?: (?:thanks|thank you|thx))?(?: (?:and|how about) (?:you|yourself))?',
        "can't complain",
        "(?:i(?:'m| am) )?not (?:too |so )?bad",
      ),
    ],
    examples: ['I am fine, thank you', 'I am doing well'],
    aside: true,
    alone: true,
    replies: {
      plain: ["I'm glad to hear that."],
      warm: ["I'm glad to hear that, {name}."],
      formal: ['I am pleased to hear it.'],
      lively: ["That's great to hear!"],
    },
    beside: { talkative: 'Long may it last.' },
    confidence: 0.65,
  },
  {
    name: 'apology',
    patterns: [
      /^(?:i['’]?m |i am )?(?:so |very |really )*sorry\b(?: (?:about|for|that|if|to|i) (?:that|this|it|yelling|shouting|being|what i|the|bother|earlier|was|said|disturb|not)\b.*)?[.!\s]*$|\bi apologi[sz]e\b|^(?:my )?apologies\b/i,
    ],
    examples: ['I am sorry about that', 'My apologies'],
    replies: {
      plain: ['No harm done.'],
      warm: ["That's quite all right, {name}."],
      formal: ['Please do not worry.'],
    },
    confidence: 0.7,
  },
  {
    name: 'good-night',
    patterns: [
      /\b(?:good ?night|nighty? night|going to (?:bed|sleep)|off to (?:bed|sleep)|sleep (?:well|tight)|sweet dreams|gute nacht|bonne nuit|buenas noches)\b/i,
    ],
    examples: ['Good night!', 'I am going to bed now'],
    aside: true,
    replies: {
      plain: ['Good night, {name}.'],
      warm: ['Good night, {name}. Sleep well.'],
      formal: ['Good night, {name}.'],
    },
    beside: { talkative: 'Tomorrow is another day.' },
    confidence: 0.85,
  },
  {
    name: 'farewell',
    patterns: [
      /\b(?:bye(?:[- ]bye)?|goodbye|see (?:you|ya)(?! (?:can|have|are|that|how|what|like)\b)|cya|ttyl|talk to you (?:later|soon|tomorrow)|have to go|gotta (?:go|run)|got to (?:go|run)|take care(?! of\b)|until (?:tomorrow|next time)(?=[.!]*$)|speak soon|farewell|ciao|tschüss?|adios|au revoir|i(?:['’]m| am) (?:off|leaving)(?: now| then)?[.!]*$|have a (?:nice|good|great|lovely) (?:day|evening|one|weekend|time))(?![\p{L}-])/iu,
    ],
    examples: ['Goodbye!', 'See you later', 'That is all for today'],
    aside: true,
    replies: {
      plain: ['Goodbye, {name}.'],
      warm: ['Goodbye, {name}. Take care, and come back soon.'],
      formal: ['Goodbye, {name}.'],
      lively: ['See you soon, {name}!'],
    },
    beside: {
      talkative: 'It was good to talk with you.',
      playful: 'I will be right here; I do not get out much.',
    },
    confidence: 0.85,
  },
  {
    name: 'thanks',
    patterns: [
      /\b(?:thanks|thank you|thankyou|thank u|cheers|much appreciated|ta|tysm|ty|danke|merci|gracias|grazie)\b(?! (?:to|for (?:my|the|his|her) (?:sister|brother|mum|dad))\b)/i,
      /^[\s\p{P}]*🙏\p{Emoji_Modifier}?[\s\p{P}]*$/u,
    ],
    examples: ['Thank you so much', 'I appreciate that'],
    aside: true,
    replies: {
      plain: ["You're welcome."],
      warm: ["You're very welcome, {name}."],
      formal: ['You are most welcome.'],
      lively: ['Any time!'],
    },
    beside: { talkative: 'It is good to be of use.', playful: 'I would take a bow, if I could.' },
    confidence: 0.8,
  },
  {
    name: 'best-wishes',
    patterns: [
      phrases(
        "(?:(?:happy|merry|a (?:happy|merry)) )(?:birthday|christmas|new year|easter|xmas|hanukkah|holidays|diwali|eid|anniversary|valentine'?s day|mother'?s day|father'?s day|\\p{L}+day)(?: to you)?",
        'good luck',
        'congratulations',
        'congrats',
        'get well soon',
      ),
    ],
    examples: ['Merry Christmas', 'Happy new year'],
    aside: true,
    replies: {
      plain: ['Thank you, and the same to you.'],
      warm: ['Thank you, {name}! All the best to you, too.'],
      formal: ['Thank you, {name}; my best wishes to you as well.'],
    },
    confidence: 0.7,
  },
  {
    name: 'greeting',
    patterns: [
      /^(?:(?:hi+|hello+|hey+|hiya|howdy|greetings|yo|oi|good (?:morning|afternoon|evening|day)|morning|evening|hola|bonjour|hallo|guten (?:tag|morgen|abend)|buenos d[ií]as|salut)\b[ ,!.]*)+/i,
      phrases(
        "(?:it's )?(?:nice|good|great|lovely) to (?:meet|see|hear from|talk to) you",
        "i(?:'m| am) (?:back|home|here)(?: again)?",
        "it's me(?: again)?",
        'long time no see',
        'i missed you',
      ),
      /^[\s\p{P}]*👋\p{Emoji_Modifier}?[\s\p{P}]*$/u,
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
    name: 'bored',
    patterns: [
      phrases(
        "i(?:'m| am|'ve got| have)(?: so| really| a bit| just)* (?:bored|nothing to do)(?: (?:to death|today|stiff))?",
        "it's boring",
        'so boring',
        'boring',
      ),
    ],
    examples: ['I am bored', 'What shall I do now?'],
    aside: true,
    alone: true,
    replies: { plain: ['Then tell me a little: what is something that you liked this week?'] },
    confidence: 0.6,
  },
  {
    name: 'go-on',
    patterns: [
      phrases(
        'guess what',
        'you know what',
        'i have (?:a secret|news|something to tell you|good news|bad news|to tell you something)',
        "you(?:'ll| will) never guess",
        '(?:listen|look)',
        'so',
      ),
    ],
    examples: ['Guess what', 'I have to tell you something'],
    alone: true,
    replies: {
      plain: ['Tell me.'],
      warm: ["Tell me, {name}, I'm all ears."],
      formal: ['Please go on.'],
      lively: ['Ooh, tell me!'],
    },
    confidence: 0.7,
  },
  {
    name: 'sigh',
    patterns: [
      /^(?:(?:ugh+|a+r+g+h+|sigh|oh (?:no|dear|man|god|my god)|omg|phew|damn|shit|crap|bloody hell|oops|ouch|ow)[ ,!.]*)+$/i,
    ],
    examples: ['Ugh', 'Oh dear'],
    aside: true,
    alone: true,
    replies: {
      plain: ['What is it?'],
      warm: ['What is it, {name}?'],
      formal: ['What is the matter?'],
    },
    confidence: 0.6,
  },
  {
    name: 'fondness',
    patterns: [
      /^[\s\p{P}]*(?:(?:❤|🧡|💛|💚|💙|💜|🖤|🤍|💕|💖|💗|💞|😘|🥰|😍|🤗|🫶)\uFE0F?\p{Emoji_Modifier}?[\s\p{P}]*)+$/u,
      phrases('(?:hugs?|kiss(?:es)?|xx*o*|xoxo)'),
    ],
    examples: ['Hugs and kisses'],
    aside: true,
    alone: true,
    replies: {
      plain: ['That is kind of you.'],
      warm: ["That's lovely of you, {name}."],
      formal: ['That is most kind.'],
    },
    confidence: 0.6,
  },
  {
    name: 'smile',
    patterns: [
      /^[\s\p{P}]*(?:(?:😀|😃|😄|😁|😆|😅|😂|🤣|😊|🙂|😉|😎|😋|😺|😇|🙃|😜|😝)\uFE0F?[\s\p{P}]*)+$/u,
      phrases(
        '(?:lol|lmao|rofl|ha(?:ha)+h?|hehe(?:he)*|hihi|:-?\\)+|;-?\\)|:-?D|xd)+',
        "(?:that's|that is|that was|you're) (?:so |very |really )?(?:funny|hilarious)",
      ),
    ],
    examples: ['Haha', 'That is funny'],
    aside: true,
    alone: true,
    replies: {
      plain: ["It's good to see you smile."],
      warm: ["It's good to see you smile, {name}."],
      formal: ['I am pleased that you are amused.'],
      lively: ['Haha!'],
    },
    confidence: 0.6,
  },
  {
    name: 'agreement',
    patterns: [
      /^(?:(?:yes|yeah|yep|yup|sure|ok|okay|okey|k|right|exactly|of course|true|indeed|i see|got it|great|nice|cool|lovely|perfect|wow|fine|good|absolutely|definitely|that['’]?s (?:right|true|correct|great|good|nice|fine|ok|okay)|i agree|sounds good|all right|alright|please)[ ,!.]*)+$/i,
      /^[\s\p{P}]*(?:(?:👍|👌|✅|🙌|👏|✔|💪|🤝)\uFE0F?\p{Emoji_Modifier}?[\s\p{P}]*)+$/u,
    ],
    examples: ['Yes, that is right', 'I see'],
    aside: true,
    alone: true,
    replies: {
      plain: ['Good.', 'All right.'],
      warm: ['All right, {name}.', 'Good.'],
      formal: ['Very well.'],
      lively: ['Great!'],
    },
    confidence: 0.6,
  },
]
