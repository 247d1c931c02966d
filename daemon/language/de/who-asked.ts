import { whoReader } from '../who-asked.ts'

const polite = String.raw`^(?:(?:und|also|sag mal|hey|hallo|bitte|so|ok(?:ay)?|gut|na)[, ]+)*`
const end = String.raw`(?: (?:eigentlich|denn|nochmal|noch mal|noch|überhaupt|gerade|bitte|hier))*[?.! ]*$`
const whole = (source: string) => new RegExp(`${polite}(?:${source})${end}`, 'iu')
const name = String.raw`(?<who>[\p{L}'’-]+(?: (?!(?:eigentlich|denn|nochmal|noch|überhaupt|gerade|bitte|hier)\b)[\p{L}'’-]+){0,3})`

const household = whole(
  String.raw`wer (?:wohnt|lebt)(?: denn| alles| noch)*(?: (?:hier|bei uns|in (?:unserem|diesem) haus(?:halt)?|im haus(?:halt)?|mit (?:mir|uns)))+(?: alles)?|wer (?:gehört|zählt)(?: denn| alles| noch)*(?: (?:zu (?:unserem|diesem) haushalt|zum haushalt|zu (?:unserer|dieser) familie|zur familie))(?: alles)?|wer ist(?: denn| alles)*(?: (?:im haushalt|in (?:unserem|diesem) haushalt|in (?:unserer|dieser) familie|in der familie))|wen (?:kennst du|kennst'? du)(?: (?:hier|alles|denn|in (?:unserem|diesem) haushalt|im haushalt))*`,
)
const self = whole('wer bin ich|weißt du,? wer ich bin|kennst du mich')
const somebody = [
  `wer (?:ist|war|sind)(?: denn| eigentlich| nochmal| noch mal)* ${name}`,
  `(?:weißt|weisst) du(?: noch)?,? wer ${name} (?:ist|war)`,
  `kennst du(?: denn| eigentlich)* ${name}`,
  `(?:sag|sage|erklär|erkläre) mir,? wer ${name} (?:ist|war)`,
].map(whole)
const mine =
  /^(?:meine?r?|unsere?r?) (?:(?:beste|groß|klein|ältest|jüngst|ält|jüng|neu|alt)\p{L}* )*(?<relation>\p{L}+)$/iu

/** Whom a question asks for, "Wer ist Anna?"; null for any other question. */
export const whoAsked = whoReader({
  household,
  self,
  somebody,
  mine,
  relationOf: (text) => text.toLowerCase(),
})
