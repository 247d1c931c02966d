import { neutral, type Pad } from './pad.ts'

/** Something that is said, and how it moves the companion. */
export interface Theme {
  /** As the history calls it. */
  readonly cause: string
  /** Found in the words of a clause, in lower case with single spaces between. */
  readonly pattern: RegExp
  readonly push: Pad
}

const anyOf = (alternatives: string) => alternatives.replaceAll(/\s*\n\s*/g, '')
const theme = (cause: string, push: Partial<Pad>, alternatives: string): Theme => ({
  cause,
  push: { ...neutral, ...push },
  pattern: new RegExp(String.raw`(?<![\p{L}'-])(?:${anyOf(alternatives)})(?![\p{L}'-])`, 'gu'),
})

const family = `mum|mom|mother|dad|father|brother|sister|son|daughter|wife|husband|partner|grandma|grandpa|grandmother|grandfather|nan|aunt|uncle|friend|baby|dog|cat|puppy`
const things = `phone|battery|laptop|computer|car|engine|tablet|tv|internet|connection|line|printer|server|router`
const much = `(?: (?:so|such|a|an|the|my|really|very|just|totally|completely|always|being|fucking|bloody|absolutely))*`
const youAre = `you(?:'re| are| were)${much}`
const you = `you(?:'re| are| were)?${much}`

/**
 * How the companion, who feels with the member, is moved by what is said; beside this it takes on a part of the pleasure
 * or displeasure of the words themselves.
 *
 * - What is said to the companion moves it as it would move anyone: thanks and praise please and strengthen it, an insult
 *   hurts and weakens it, an apology makes up for some of that.
 * - What moves the member moves it in sympathy: excitement and good news wake it, fear and anger alarm it without making
 *   it strong, sadness and loss make it still, tiredness and calm slow it down.
 * - Words of control strengthen it, words of helplessness weaken it.
 */
export const themes: readonly Theme[] = [
  theme(
    'thanks',
    { valence: 0.3, dominance: 0.12 },
    'thank you|thanks|thank u|thx|grateful|thankful|much appreciated|appreciate (?:it|that|you|your)',
  ),
  theme(
    'praise',
    { valence: 0.25, arousal: 0.1, dominance: 0.2 },
    `${youAre} (?:great|wonderful|amazing|awesome|brilliant|best|sweet|kind|smart|clever|helpful|lovely|funny|nice|perfect|fantastic|good)|
    i (?:really )?(?:love|like|adore) (?:you|talking (?:to|with) you)|well done|good job|nice work|good work|great job|
    you(?:'ve)? (?:really )?helped|you made my day`,
  ),
  theme(
    'an insult',
    { valence: -0.6, arousal: 0.2, dominance: -0.4 },
    `${you} (?:stupid|idiot|idiotic|dumb|useless|worthless|pathetic|moron|annoying|boring|terrible|awful|horrible|disgusting|ugly|rubbish|garbage|trash|crap|shit|bitch|liar|fool|ridiculous|worst|no help|no use|not helpful)|
    shut up|i hate you|fuck you|screw you|get lost|go to hell|(?:stupid|dumb|useless) (?:bot|machine|thing|program|computer|companion|robot|ai)`,
  ),
  theme(
    'an apology',
    { valence: 0.15, dominance: 0.1 },
    `i(?:'m| am) (?:so |really |very )?sorry|sorry(?: about| for)? (?:that|what i said|shouting)|i apologi[sz]e|forgive me|my apologies`,
  ),
  theme(
    'a loss',
    { valence: -0.75, arousal: -0.3, dominance: -0.3 },
    `(?<!(?:${things}) (?:has |is |just |was |almost )?)(?:died|passed away|is dead|was put down|put to sleep)|funeral|
    lost (?:my|our|a) (?:${family})|grief|grieving|mourning|bereaved|widowed|death of`,
  ),
  theme(
    'despair',
    { valence: -0.6, arousal: 0.2, dominance: -0.4 },
    `kill myself|killing myself|end my life|suicidal|suicide|want to die|wish i was dead|(?:hurt|harm) myself|
    don't want to live|no reason to live|better off without me`,
  ),
  theme(
    'bad news',
    { valence: -0.5, arousal: -0.1, dominance: -0.2 },
    `lost my job|(?:got|was|been) (?:fired|laid off|sacked|mugged|robbed)|failed (?:my|the|an) \\w+|broke up|divorce|divorced|
    cancer|diagnosed|car accident|an accident|in hospital|in the hospital|broke my|bad news`,
  ),
  theme(
    'good news',
    { valence: 0.25, arousal: 0.2, dominance: 0.1 },
    `good news|great news|i passed|i won|we won|got (?:the|a new) job|got promoted|(?:got|getting|am|we're|are) (?:engaged|married)|
    graduated|having a baby|(?:got|have|bought|adopted) (?:a|our|my) (?:new )?(?:puppy|kitten|dog|cat|house|car|bike)`,
  ),
  theme(
    'excitement',
    { valence: 0.05, arousal: 0.35, dominance: 0.05 },
    `excited|exciting|thrilled|thrilling|can't wait|cannot wait|cant wait|amazing|wow|yay|woohoo|hurray|hurrah|omg|ecstatic|pumped|
    fantastic|incredible|party|let's go`,
  ),
  theme(
    'joy',
    { arousal: 0.15, dominance: 0.1 },
    'happy|glad|delighted|joy|joyful|cheerful|fun|great day|love it|laughed',
  ),
  theme(
    'anger',
    { valence: -0.2, arousal: 0.35, dominance: -0.05 },
    'angry|furious|mad at|livid|outraged|outrageous|hate|hates|annoyed|fed up|pissed off|rage|raging|unfair|sick of',
  ),
  theme(
    'fear',
    { valence: -0.1, arousal: 0.3, dominance: -0.25 },
    'afraid|scared|scary|terrified|frightened|worried|worry|worrying|anxious|anxiety|nervous|panic|panicking|fear|nightmare|dread',
  ),
  theme(
    'sadness',
    { valence: -0.3, arousal: -0.2, dominance: -0.15 },
    `sad|unhappy|depressed|miserable|lonely|alone|heartbroken|crying|cried|feeling down|feel down|feeling low|miss (?:my|him|her|them)|
    blue today|gloomy|hurts so`,
  ),
  theme(
    'tiredness',
    { arousal: -0.35, dominance: -0.05 },
    'tired|exhausted|sleepy|drained|worn out|burnt out|burned out|fatigued|weary|knackered|need sleep|no energy',
  ),
  theme(
    'calm',
    { valence: 0.1, arousal: -0.3, dominance: 0.1 },
    'calm|relaxed|relaxing|relax|peaceful|quiet evening|serene|cosy|cozy|at ease|meditated|meditating|unwind',
  ),
  theme(
    'strength',
    { valence: 0.05, dominance: 0.25 },
    `in control|under control|confident|proud|i can do|i did it|i made it|managed to|succeeded|solved|finished|achieved|accomplished|
    ready for|determined|on top of`,
  ),
  theme(
    'helplessness',
    { valence: -0.1, dominance: -0.3 },
    `helpless|hopeless|powerless|overwhelmed|overwhelming|stuck|lost control|out of control|can't cope|cannot cope|can't do (?:this|it)|
    too much for me|give up|giving up|don't know what to do|no way out|struggling|at a loss`,
  ),
]
