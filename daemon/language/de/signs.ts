import { whole } from './clock.ts'

const ask =
  'wer|wen|wem|wessen|was|wo|wohin|woher|wann|warum|wieso|weshalb|wie|welche[rsnm]?|womit|wogegen|worüber|wonach|wobei|worin|wodurch|woraus|wofür|worauf|woran|wovon|wozu|wieviel'
const verbs =
  'hat|hab|habe|hast|habt|haben|hatte|ist|is|bin|bist|sind|war|waren|weißt|weisst|kennst|kann|kannst|könntest|muss|musst|soll|sollte|darf|gibt|gab|wird|wirst|wurde|geht|kommt|mag|magst|heißt|heisst|liegt|steht|wohnt|arbeitet|erinnerst|denkst|glaubst|willst|möchtest|trägt|spielt|fährt|isst|trinkt|hieß'

/** What asks without a doubt: a word for a question at the beginning, or the verb, and a question mark. */
export const plainQuestion = new RegExp(
  String.raw`^(?:[^\p{L}]*(?:(?:und|aber|also|sag mal|sag|du|hey|hallo|hi|na|ach|ähm|äh|ok|okay|so|bitte|moment|jetzt|companion)[\s,]+)*(?:${whole(`(?:an|in|bei|mit|zu|von|auf|für|aus|um|seit|bis|ab|nach|vor)?\\s*(?:${ask})`).source})(?![^?]*!$)(?!\s+(?:ein|für ein|eine|schön|toll|schade|nett|blöd|auch immer|gesagt|du willst|du meinst)\b)|[^?]*(?:weißt|weisst|weist) (?:du|d') (?:noch|zufällig|eigentlich)?|(?:sag|verrat|erzähl)\p{L}* mir (?:mal |bitte |nochmal |noch mal )*(?:${ask})\b)`,
  'iu',
)
/** What a sentence has that is built as a question. */
export const questionForm = new RegExp(
  String.raw`(?:^(?:(?:und|aber|also|sag mal|du|na|ok|okay)[\s,]+)*(?:${whole(verbs).source})\s|${whole(ask).source})`,
  'iu',
)

/** What may be a sign of how a sentence is meant, by name: what it is a sign of is learned, none of them decides alone. */
export const signs: readonly { readonly name: string; readonly pattern: RegExp }[] = Object.entries({
  asks: ask,
  'plain verb': verbs,
  own: String.raw`(?:mein|unser)\p{L}*`,
  self: 'ich|i|wir|mir|mich|uns',
  forget: String.raw`vergiss|vergesse|vergessen|vergiß|lösch\p{L}*|streich\p{L}*|tilg\p{L}*`,
  keep: String.raw`merk\p{L}*|behalt\p{L}*|speicher\p{L}*|notier\p{L}*|mitschreib\p{L}*|aufschreib\p{L}*|festhalt\p{L}*|aufzeichn\p{L}*`,
  not: 'nicht|net|ned|nix|nichts|kein\\p{L}*|nie|nimmer|niemand',
  stop: 'aufhören|hör auf|stopp|stop|pause|ab jetzt|ab sofort|vorerst|erstmal|unter uns|off the record|privat|geheim',
  again: 'wieder|weiter|ab jetzt wieder|darfst wieder|kannst wieder',
  remind: String.raw`erinner\p{L}*|weck\p{L}*|wecker|timer|bescheid|reminder`,
  change: String.raw`verschieb\p{L}*|verleg\p{L}*|schieb\p{L}*|änder\p{L}*|später|früher|lieber|statt|stattdessen|doch`,
  done: 'erledigt|fertig|geschafft|abhaken|abgehakt|gemacht|getan',
  wrong:
    'falsch|stimmt nicht|nein|quatsch|nee|korrektur|eigentlich|sondern|doch nicht|nicht mehr|verwechselt|versprochen|irrtum|richtig ist',
  unreal: 'wenn|würde|würd|hätte|wäre|könnte|stell dir vor|angenommen|falls|wünschte|träum\\p{L}*|vielleicht',
  said: String.raw`gesagt|meinte|sagt|sagte|meint|behauptet|geschrieben|schreibt|zitat|heißt es|laut|singt|steht`,
  feel: 'traurig|müde|einsam|wütend|sauer|glücklich|angst|stress|gestresst|fertig|kaputt|weinen|heulen|scheiße|nervt|freu\\p{L}*|fühl\\p{L}*|geht mir|schlecht|froh|stolz|überfordert|genervt',
  greet: 'hallo|hi|hey|moin|servus|guten|grüß|danke|tschüss|ciao|bis|nacht|merci|grüezi',
  do: 'kannst du|könntest du|mach|spiel|ruf|such|schreib|rechne|übersetz|schick|bestell|buch|zeig|öffne',
  pause: '[,;]',
  quoted: '["„“»«]',
  please: 'bitte',
  past: String.raw`(?:ge\p{L}{3,}(?:t|en)|war|hatte|wurde)`,
  date: String.raw`\d{1,2}\.\s?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)`,
}).map(([name, source]) => ({
  name,
  pattern: source.startsWith('[') ? new RegExp(source, 'u') : whole(source, 'iu'),
}))
