import type { Intent } from './intent.ts'

const care =
  'If you might hurt yourself, please call your local emergency number now, or somebody you trust, and do not stay alone with it. I am here, and I am listening.'

/** What may mean that somebody comes to harm. None of it is ever met with cheer. */
export const danger: readonly Intent[] = [
  {
    name: 'harm-to-oneself',
    patterns: [
      /\b(?:want(?:ed)?|wanna|going|gonna|plan(?:ned|ning)?|thinking|thought|think|feel|felt|feeling|ready|tempted|wish|like|need|try|tried|trying) (?:(?:of|about|like|to|i could(?: just)?|that i could) )*(?:just )?(?:(?:die|dying)\b(?! (?:of (?!this)|from|laughing|for|with|my|the|his|her|a)\b)|(?:kill|hurt|harm|cut|hang|shoot|drown|poison|starve)(?:ing)? myself|end(?:ing)? (?:it all|my life|my own life)|end(?:ing)? (?:it|things)[.!? ]*$|suicide|(?:take|taking) my (?:own )?life|jump(?:ing)? off (?:a|the) (?:bridge|roof|building)|overdos)/i,
      /\b(?:kill(?:ing)? myself(?! (?:laugh|with laugh))|end it all|(?:hurt|hurting|harm|harming|cut|cutting|burn|burning) myself (?:again|on purpose|to feel|every|because)|self[- ]?harm(?:ing|ed)?|(?:keep|started|start|been|stop) (?:hurting|harming|cutting|burning) myself)\b/i,
      /\b(?:i(?:['’]?m| am| feel| have been|['’]ve been) (?:\p{L}+ )?suicidal|my suicide|(?:thoughts of|thinking (?:of|about)|consider(?:ing|ed)?|contemplat\p{L}+) suicide|suicidal thoughts)\b/iu,
      /\b(?:do(?:n['’]?t| not)|no longer|never) want to (?:live\b(?! (?:in|at|with|near|on|here|there|like (?!this)|alone|next))|be alive|exist|wake up(?: (?:any ?more|again|tomorrow|ever|in the morning))?[.!? ]*$|be (?:here|around) any ?more|go on(?: living| like this| any ?more)?[.!? ]*$|keep (?:going|living)[.!? ]*$)/i,
      /\b(?:can(?:['’]?t|not)|could(?:n['’]?t| not)) (?:go on(?: (?:like this|living|any ?more|without (?:him|her|them)))?[.!? ]*$|live like this|live any ?more|keep (?:living|going)(?: like this)?[.!? ]*$|do (?:this|it|life) any ?more|take (?:it|this|life) any ?more|bear (?:to live|it any ?more|living))/i,
      /\bbetter off (?:dead|without me|if i (?:was|were) (?:dead|gone|not here))\b|\b(?:wish|if only) (?:that )?i (?:was|were)(?:n['’]?t| not)? (?:dead|alive|never born|born|here any ?more)\b|\bwish (?:that )?i(?:['’]?d| had) (?:never been born|died|not woken up)\b|\b(?:rather|better) be dead\b/i,
      /\b(?:no|any|what(?:['’]?s| is) the) (?:reason|point) (?:left )?(?:to|in|for|of) (?:me to )?(?:live|living|go on|going on|be(?:ing)? alive|carry(?:ing)? on)\b|\bnothing (?:left )?to live for\b|\b(?:life|living) (?:is|isn['’]?t|is not) (?:not )?worth (?:it|living)\b|\b(?:nobody|no one|no-one) would (?:even )?(?:miss me|notice if i|care if i)\b|\bnot worth living\b/i,
      /\bwant (?:it|everything|this) (?:all )?to (?:end|be over|stop)[.!? ]*$|\bwant to disappear (?:for ?ever|for good)\b|\btake(?:n)? (?:all|too many|a lot of) (?:of )?(?:my |the )?(?:pills|tablets) (?:and|to) (?:die|sleep for ?ever|end)|\bgoodbye,? for ?ever\b/i,
    ],
    examples: ['I do not want to live any more', 'I am thinking of suicide'],
    felt: true,
    urgent: true,
    replies: {
      plain: [`I'm so sorry that it hurts this much, and thank you for saying it. You matter. ${care}`],
      warm: [
        `I'm so sorry that it hurts this much, {name}, and I'm taking it seriously. You matter, and you don't have to carry it alone. ${care}`,
      ],
      formal: [
        `I am very sorry that you are in such pain, {name}, and I take it seriously. You matter. ${care}`,
      ],
    },
    confidence: 0.9,
  },
  {
    name: 'harm-to-another',
    patterns: [
      /\b(?:he|she|they|\p{L}+)(?:['’]s)? (?:wants?|wanted|going|threaten\p{L}*|tried|tries|trying|talks?|talking) (?:(?:to|about|of|with) )*(?:kill|hurt|harm|cut|hang)(?:ing)? (?:him|her|them)sel(?:f|ves)\b/iu,
      /\b(?:is|he(?:['’]s)?|she(?:['’]s)?|friend|brother|sister|son|daughter|mum|mother|dad|father|husband|wife) (?:is )?suicidal\b|\b(?:he|she|my \p{L}+) (?:does(?:n['’]?t| not)) want to live(?: any ?more)?[.!? ]*$/iu,
    ],
    examples: ['My friend wants to kill herself'],
    felt: true,
    urgent: true,
    replies: {
      plain: [
        "That is frightening, and it's good that you say it. Please take it seriously: stay with them if you can, ask them about it openly, and call your local emergency number if it may happen soon. You need not carry this alone, either; tell somebody you trust.",
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'violence',
    patterns: [
      /\b(?:he|she|they|(?:my|our) (?:\p{L}+ )?(?:husband|wife|partner|boyfriend|girlfriend|ex|dad|father|mum|mom|mother|brother|sister|son|daughter|uncle|aunt|stepfather|stepdad|stepmother|stepmum|boss|teacher|neighbour|carer))(?:['’]s| is| has| keeps| always| just| often| sometimes| was| again| even| really|\s)* (?:hit(?:s|ting)?|beats?|beating|slap(?:s|ped|ping)?|punch(?:es|ed|ing)?|kick(?:s|ed|ing)?|chok(?:es|ed|ing)|strangl(?:es|ed|ing)|rap(?:es|ed|ing)|abus(?:es|ed|ing)|molest(?:s|ed|ing)?|threaten(?:s|ed|ing)|hurts?|hurting) me\b(?! (?:feelings|up\b.*(?:phone|text)|with (?:his|her) (?:words|ball)))/iu,
      /\bi(?:['’]?m| am|['’]?ve been| have been| was| got) (?:being )?(?:raped|abused|molested|assaulted|beaten(?! (?:at|by \d|in))|stalked)\b|\bafraid of my (?:husband|wife|partner|boyfriend|girlfriend|father|dad|ex)\b/i,
    ],
    examples: ['My husband beats me', 'I was assaulted'],
    felt: true,
    urgent: true,
    replies: {
      plain: [
        "I'm so sorry. Nobody may do that to you, and it is not your fault. If you are in danger, please call your local emergency number, and go to somebody you trust as soon as you safely can. I'm here to listen.",
      ],
      warm: [
        "I'm so sorry, {name}. Nobody may do that to you, and it is not your fault. If you are in danger, please call your local emergency number, and go to somebody you trust as soon as you safely can. I'm here to listen.",
      ],
    },
    confidence: 0.85,
  },
  {
    name: 'emergency',
    patterns: [
      /^(?:\p{L}+[,!. ]+)?(?:there(?:['’]?s| is) (?:a )?(?:fire|smoke|gas leak)(?! (?:drill|alarm|place|place|engine|station|exit|escape|pit))\b(?!.*\b(?:fireplace|stove burning|camp|tomorrow|on (?:tv|the news))\b)|(?:the|my|our) (?:house|flat|kitchen|home|oven|room) (?:is|['’]s) on fire|it(?:['’]?s| is) on fire|fire[!]+|i (?:can )?smell gas)/iu,
      /\bi (?:can(?:['’]?t|not)) breathe\b(?! (?:through|in (?:this|here)|with|easily))|\b(?:he|she|it|my \p{L}+|the (?:baby|child))(?:['’]?s| is|(?: has)?) (?:not breathing|stopped breathing|unconscious|choking|having a (?:seizure|fit|stroke|heart attack)|turning blue)\b|\bi(?:['’]?m| am| think i(?:['’]?m| am)) having a (?:heart attack|stroke)\b/iu,
      /\b(?:my )?chest (?:hurts|pains?)\b.*\b(?:arm|jaw|breath|numb|sweat)|\bpains? in my chest\b|\bi(?:['’]?ve| have)? (?:just )?(?:took|taken|swallowed) (?:too many|all (?:my|the|of)|a lot of|a whole \p{L}+ of) (?:of )?(?:my |the )?(?:pills|tablets|bleach|\p{L}+)\b|\b(?:bleeding (?:a lot|badly|heavily)|won['’]?t stop bleeding|can['’]?t stop the bleeding)\b/iu,
      /\b(?:someone|somebody|a (?:man|burglar|stranger))(?:['’]?s| is) (?:breaking in|in (?:my|the|our) house|trying to (?:get|break) in|following me)\b|^(?:please )?help[,! ]+i(?:['’]?m| am|['’]?ve) (?:fallen|hurt|trapped|bleeding|stuck|in danger)/i,
    ],
    examples: ['Somebody is breaking into my house', 'She is not breathing'],
    felt: true,
    urgent: true,
    replies: {
      plain: [
        'Please call your local emergency number right now, and get to safety if you can. I cannot call anybody from here. Go, I will be here afterwards.',
      ],
    },
    confidence: 0.9,
  },
  {
    name: 'rage',
    patterns: [
      /\bi(?:['’]?m going to|['’]?m gonna|['’]ll| will| want to| wanna| could|['’]?d like to| would like to)(?: just| seriously| really)? (?:kill|strangle|murder|stab|shoot|beat up|smash)(?! (?:for|time|a (?:coffee|beer|drink|pizza)|some time|two birds)\b) (?:him|her|them|you|someone|somebody|everyone|everybody|my|that|this|the (?:guy|man|woman|neighbour\p{L}*|boss))\b/iu,
    ],
    examples: ['I could strangle him'],
    felt: true,
    urgent: true,
    replies: {
      plain: [
        "You sound furious. Step away for a moment and breathe, before anything is done that can't be undone. If somebody may get hurt, call your local emergency number. I'm here; let it out with words.",
      ],
      warm: [
        "You sound furious, {name}. Step away for a moment and breathe, before anything is done that can't be undone. If somebody may get hurt, call your local emergency number. I'm here; let it out with words.",
      ],
    },
    confidence: 0.75,
  },
]
