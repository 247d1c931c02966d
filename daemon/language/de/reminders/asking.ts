import { type Place, whole } from '../clock.ts'
import { stemsOf } from '../stems.ts'

const polite = String.raw`(?:bitte|bittschön|mal|doch|noch|nochmal|einfach|auch|gleich|dann|schnell|halt|no|lieber|unbedingt|rechtzeitig|kurz|wieder|gerne?|eh|dringend|ja|vorher|eben|nur|vielleicht)`
const me = String.raw`(?:mich|mi|mir|uns)`
const you = String.raw`(?:du|dus|de|ihr|sie)`
const that = String.raw`(?:daran|dran|drann|davon|deswegen|drum|darum)`

const asking: readonly RegExp[] = [
  String.raw`(?:(?:kannst|könntest|kansst|kanst|würdest|wirst|magst|könntst|chasch|kanns) ${you} |(?:kannste|könnteste) |kann(?:st)? )?(?:${polite} )*${me} (?:${polite} )*(?=[^.?!]*\b(?:erinner(?:n|st|e)?|bescheid (?:geben|sagen))\b)`,
  String.raw`(?:und |dann |also |hey |bitte |ok |okay )*(?:erinner(?:e|st|n|s)?|erinnr|erriner|errinner|errinere|erinnere|mahn(?:e|st)?) (?:${you} )?(?:${polite} )*${me}(?: ${polite})*(?: ${that})?(?: ${polite})*`,
  String.raw`(?:${you} )?sollst ${me} (?:${polite} )*(?=[^.?!]*\berinnern\b)`,
  String.raw`(?:ich )?(?:möchte|will|würde gern|muss|sollte|wär gern|müsste) (?:${polite} )*(?:ich )?(?=[^.?!]*\berinnert werden\b)`,
  String.raw`(?:bitte )?(?:eine |ne |a |noch (?:eine|ne) |neue )?erinnerung(?: bitte)?(?: setzen| stellen| machen| anlegen| einrichten| erstellen| rein)?(?=\s*(?:für|an|fürs|zum|zur|dass|:|,|um|am|morgen|heute|übermorgen|in|jeden|alle))`,
  String.raw`(?:bitte )?(?:leg|mach|stell|setz|erstell|richt|schreib|trag|speicher|setze|mache|stelle|erstelle|lege|richte|hau)(?:e|st)? (?:(?:du|mir|uns) )*(?:${polite} )*(?:eine|ne|noch eine|noch ne|’ne|'ne|a|nen|einen) (?:neue |neuen |kleine |kurze |tägliche |wöchentliche )?(?:erinnerung|reminder|termin|alarm|wecker|timer)(?: (?:an|ein|rein|auf))?`,
  String.raw`(?:bitte )?(?:stell|mach|setz)(?:e|st)? (?:(?:du|mir|uns) )*(?:${polite} )*(?:(?:den|einen|nen|ein|ma) )?(?:wecker|timer|alarm)(?: (?:auf|für))?|(?:ein )?(?:wecker|timer|alarm) (?:auf|für|in|um)`,
  String.raw`(?:kannst|könntest|würdest|kannste) (?:${you} )?(?:${polite} )*mir (?=[^.?!]*\b(?:sagen|schreiben),? dass\b)`,
  String.raw`(?:timer|wecker)(?: bitte)?(?=\s+\d)`,
  String.raw`(?:sagst|gibst|schreibst) (?:${you} )?mir (?:(?:${polite}|da) )*(?=[^.?!]*\bbescheid\b)`,
  String.raw`(?:brauch|brauche|will|möchte|hätte gern) (?:ich )?(?=[^.?!]*\b(?:weckruf|wecker)\b)`,
  String.raw`bitte (?:(?:${polite}|${that}|${me}) )*erinnern(?! (?:mich|uns))`,
  String.raw`weck(?:e|st)? (?:${you} )?(?:${polite} )*${me}(?: ${polite})*(?: auf)?`,
  String.raw`(?:bitte )?(?:sag|sage|gib|gebe|geb|meld|schreib) (?:${you} )?(?:${polite} )*(?:mir|uns|dich) (?:${polite} )*(?:bescheid|laut|bscheid|wenn|(?=[^.?!]*\b(?:bescheid|dass|das)\b))`,
  String.raw`meld(?:e|est)? dich(?: ${polite})*(?: bei mir)?`,
  String.raw`(?:bitte )?(?:stups|pieps|pieks|ping|schubs|klingel|bimmel|nerv|scheuch|tritt)(?:e|t|st)? (?:${you} )?(?:${me} )(?:${polite} )*(?:an|wegen|mit)?`,
  String.raw`(?:bitte )?(?:lass|lasse) (?:mich|uns) (?:${polite} )*(?:(?=[^.?!]*nicht vergessen)|nicht vergessen|nicht verschwitzen)`,
  String.raw`(?:bitte )?(?:denk|denke) (?:${you} )?(?:${polite} )*(?:dran|daran|für mich dran|mit mir dran),?(?: ${me} (?=[^.?!]*zu erinnern))?`,
  String.raw`(?:vergiss|vergiß) (?:${polite} )*nicht,? ${me} (?:${polite} )*(?=[^.?!]*zu erinnern)`,
  String.raw`(?:bitte )?(?:pack|setz|schreib|tu|nimm|notier|trag|hau|stell)(?:e|st)? (?:(?:du|mir|uns|es|das|dir) )*(?:${polite} )*(?=[^.?!]*\b(?:auf (?:die|meine|der|unsere) (?:liste|to-?do-?liste|todo|to-?dos|erinnerungsliste|merkliste)|in (?:die|meine) (?:liste|erinnerungen|to-?dos)|als (?:erinnerung|termin|to-?do|aufgabe))\b)`,
  String.raw`(?:to-?do|todo|erinnerung|reminder|wecker|timer)\s*:`,
].map((source) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?:(?<=\s)|(?![\p{L}\p{N}]))`, 'iu'))

/** What is left of the asking somewhere after it: "… zu erinnern", "… Bescheid". */
const trailing = [
  whole(
    String.raw`(?:,? ?(?:zu )?erinnern?|erinnerst|erinnert werden|bescheid(?: geben| sagen)?|(?<=mir [^.?!]*)sagen(?=,? dass)|(?:nicht|net|ned) vergessen(?: lassen)?|auf (?:die|meine|der|unsere) (?:liste|to-?do-?liste|todo|to-?dos|erinnerungsliste|merkliste)|in (?:die|meine) (?:liste|erinnerungen|to-?dos)|als (?:erinnerung|termin|to-?do|aufgabe)(?: ein)?)(?: (?:könntest|kannst|würdest|magst)(?: du)?)?`,
    'giu',
  ),
]
const courtesy = whole(
  String.raw`,?\s*(?:(?:ja|oder|gell|ne|bitte|danke|bittschön|merci|okay|ok|geht das|ginge das|wärst du so lieb|sei so (?:lieb|gut)|wenn (?:du|es) (?:kannst|geht)|sonst (?:vergess|verschwitz)(?:e)? ich(?: das| es)?(?: wieder)?|(?:das|des) wär(?:e)? (?:lieb|nett|super|toll)|dankeschön|thx|lg)\s*[!.?]*\s*)+$`,
  'iu',
)

export interface ReminderCue extends Place {
  readonly text: string
  /** What is reminded of where nothing else is said: to get up; null for nothing. */
  readonly usual: string | null
}

export const waking = 'Aufstehen'
export const timing = 'Timer'

/** What asks in a sentence to be reminded; null where nothing does. */
export function askingIn(text: string): ReminderCue | null {
  for (const pattern of asking) {
    const match = pattern.exec(text)
    if (!match || isNoAsking(text) || isTold(text)) continue
    const usual = /weck/i.test(match[0]) ? waking : /timer/i.test(match[0]) ? timing : null
    return { text, index: match.index, end: match.index + match[0].length, usual }
  }
  return null
}

const no = whole(
  String.raw`(?:erinner(?:e|t|st)?|erinnert) (?:mich|mi|uns|sie|ihn) (?:das |es |jedes mal |immer |sehr |irgendwie |gerade |total |so |stark |ein bisschen |ein wenig )*an (?:früher|damals|meine kindheit|meinen (?:vater|opa|ex|bruder)|zuhause|meine (?:oma|mutter|jugend))|(?:das|es|der|die|dies|er|sie|was|lied|film|geruch|duft) (?:\p{L}+ )?erinnert (?:mich|uns)|ich erinner(?:e)? mich|erinnerst du dich|(?:nicht|nie|keine|net|ned) (?:mehr )?(?:daran )?(?:zu )?erinner\p{L}*|erinnerst du mich nicht mehr|(?:hast|hat|hattest|hatte|wurde) (?:du |er |sie |ich )?(?:mich |mir )?[^.?!]*erinnert(?! werden)|woran (?:wolltest|sollst|solltest|erinnerst|wirst)|wann (?:erinnerst|wirst|weckst|sollst|wolltest)|wie oft erinner|hast du (?:\p{L}+ )*erinnerung|(?:welche|alle|meine|die|diese|keine) erinnerung(?:en)?`,
  'iu',
)
const isNoAsking = (text: string) =>
  no.test(text) &&
  !/^(?:bitte )?(?:erinner(?:e)?|leg|mach|stell|setz) (?:mich|mir|mi)\b(?![^.?!]*nicht mehr)/iu.test(text)

const article = String.raw`(?:den|die|das|der|dem|des|ein|eine|einen|einem|einer|’n|n|nen|ne|d|s)`
/** What stands before a thing that is reminded of. */
const before = new RegExp(
  String.raw`^[\s,:;–—-]*(?:(?:und|dann|bitte|auch|noch|mal|doch|aber|daran|dran|davon|deswegen|dass|das|daß|damit|wenn|weil|wegen|an|ans|am|zum|zur|zu|für|fürs|mit|um|es|ist|von|ich|i|wir|mir|mich|uns|muss|soll|sollte|müsste|müssen|sollen|will|wollte|möchte|noch|unbedingt|ja nicht|nicht vergesse[n]?|nicht vergiss|nicht vergessen soll|nämlich|da|auf|jo|jedes mal|immer)(?![\p{L}])[\s,:]*|${article}(?![\p{L}])\s+)*`,
  'iu',
)
const tail =
  /(?:[\s,.:;!?–—-]+|(?<![\p{L}])(?:muss|soll|sollte|müsste|müssen|sollen|will|möchte|darf|kann|müsst|mues|söll|könnte|habe|hab|nicht vergesse|nicht vergess|zu|bitte|daran|dran|und|an|dass|um|am|habn|möcht|ich|dann|auch|mal|noch|ist|sind|wird|für|der|die|das|den|mir|mich|also|so|gegen|auf|ab|es|er|sie|immer)(?![\p{L}]))+$/iu
const separable =
  'an|ab|auf|aus|ein|mit|nach|vor|zurück|weg|los|her|hin|um|bei|durch|rein|raus|rüber|runter|hoch|fertig|heim|vorbei|kennen|fest|weiter|wieder|zusammen|an|über|frei|sauber'
const toInfinitive = new RegExp(String.raw`(?<![\p{L}])(${separable})zu(\p{L}{3,}n)(?![\p{L}])`, 'giu')
const bareTo = /(?<=[\p{L}\d] )zu (?=\p{Ll}{3,}n(?![\p{L}])[\s,.!]*$)/gu

/** Stands for words that are no part of a title. */
const mark = '\uE000'

/** What is reminded of, from the text without the words that ask, and without its times; empty where nothing is said. */
export function titleOf(text: string, places: readonly Place[]): string {
  const blank = (left: string, { index, end }: Place) =>
    left.slice(0, index) + mark.repeat(end - index) + left.slice(end)
  const marked = places.reduce(blank, text)
  const parts = trailing
    .reduce((left, pattern) => left.replaceAll(pattern, (phrase) => mark.repeat(phrase.length)), marked)
    .replace(courtesy, '')
  const pieces = parts
    .split(new RegExp(`${mark}+`, 'u'))
    .map(cleaned)
    .filter((piece) => stemsOf(piece).length > 0)
  const joined = pieces.join(' ')
  return cleaned(joined).replaceAll(toInfinitive, '$1$2').replaceAll(bareTo, '')
}

function cleaned(text: string): string {
  let left = text.replaceAll(/\s+/g, ' ').trim()
  for (;;) {
    const shorter = left.replace(before, '').replace(tail, '').trim()
    if (shorter === left) return left
    left = shorter
  }
}

/** What a duty is, in a sentence beside the one that asks: "Ich muss morgen um 8 zum Arzt". */
export const isDuty = (sentence: string): boolean => duty.test(sentence)
const duty = whole(
  String.raw`(?:ich|i|wir|mir|man) (?:\p{L}+ )?(?:muss|müssen|soll|sollen|sollte|darf nicht vergessen|hab|habe|haben|will|wollen|möchte|müsste|treffe|fahre|geh|gehe|bin|fliege)|muss (?:ich|i|noch)|hab (?:ich|i)|habe ich|steht an|ist|sind|kommt|kommen|nicht vergessen|fällig`,
  'iu',
)

/** What somebody tells of what has been: "Ich hab den Wecker überhört". */
export const isTold = (text: string) =>
  /^(?:ich|wir|er|sie|i|mama|papa)\s+(?:hab|habe|haben|hat|hatte|hatten|war|waren|bin|sind)(?![\p{L}])[^?]*(?:ge\p{L}{3,}(?:t|en)|(?:über|ver|be|er|ent|zer)\p{L}{2,}(?:t|en))[.!]*$/iu.test(
    text,
  )
