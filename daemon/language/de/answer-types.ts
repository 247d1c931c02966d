import { whole } from './clock.ts'
import { numberWord } from './numbers.ts'

const months =
  'januar|jänner|februar|feber|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const kin = String.raw`(?:mutter|mama|mami|mutti|vater|papa|papi|bruder|schwester|sohn|tochter|oma|opa|onkel|tante|cousin|cousine|neffe|nichte|mann|frau|freund|freundin|nachbar|nachbarin|kollege|kollegin|chef|chefin|enkel|enkelin|schwager|schwägerin|schwiegermutter|schwiegervater|partner|partnerin|lehrer|lehrerin|trainer|trainerin|arzt|ärztin|kumpel|mitbewohner|mitbewohnerin|kinder|eltern)\p{L}*`
const name = /(?<=[\p{L}\p{N},;:] )\p{Lu}\p{Ll}+/u
const day = whole(
  String.raw`\d{1,2}\.\s?(?:\d{1,2}\.|(?:${months}))|(?:${months})|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)\p{L}*|heute|gestern|vorgestern|morgen|übermorgen|\d{1,2}(?::\d\d)?\s*uhr|uhr|um (?:halb |viertel \p{L}+ )?(?:\d+|${numberWord})|wochenende|(?:19|20)\d\d|(?:nächste|letzte|kommende|diese)[nrsm]? (?:woche|monat|jahr|sommer|winter|herbst|frühling)|im (?:sommer|winter|herbst|frühling|frühjahr)|(?:in|vor|seit) \p{L}+ (?:tagen|wochen|monaten|jahren|tag|woche|monat|jahr)|abends?|morgens|mittags|nachmittags?|vormittags?|nachts|ostern|weihnachten|pfingsten|silvester|ferien|täglich|jeden \p{L}+|alle \p{L}+ (?:wochen|tage)|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|bis \p{L}+|ab \p{L}+|seit \p{L}+`,
  'iu',
)
const place =
  /(?<![\p{L}])(?:in|im|ins|bei|beim|am|an|auf|unter|hinter|neben|über|zwischen|aus|nach|vor|gegenüber|zum|zur|oben|unten|links|rechts|daheim|zuhause|drüben)(?![\p{L}])|straße|strasse|gasse|weg \d|platz/iu
const amount = whole(
  String.raw`\d[\d.,]*|(?:${numberWord})(?!\s+(?:mit|von|der))|kein\p{L}*|halbe\p{L}*|paar|dutzend|viele`,
  'iu',
)
const colour =
  /(?<![\p{L}])(?:hell|dunkel|knall)?(?:rot|blau|grün|gelb|schwarz|weiß|weiss|grau|braun|lila|rosa|pink|orange|türkis|violett|beige|golden|silbern?)\p{L}{0,2}(?![\p{L}])/iu

/** What kinds of things are asked for, by what a question has, and what tells one. */
const types: readonly { readonly asks: RegExp; readonly tells: (content: string) => boolean }[] = [
  {
    asks: whole('welche farbe|was für eine farbe|welche \\p{L}+farbe|in welcher farbe', 'iu'),
    tells: (content) => colour.test(content),
  },
  {
    asks: whole(
      'wie ?viele?|wie alt|wie lange?|wie groß|wie gross|wie teuer|wie hoch|wie schwer|wie oft|wie weit|wievielte\\p{L}*|welche (?:\\p{L}*nummer|größe|uhrzeit|hausnummer|schuhgröße|pin)|\\p{L}*(?:nummer|pin|code|größe|passwort)',
      'iu',
    ),
    tells: (content) => amount.test(content) || /\d/u.test(content),
  },
  {
    asks: whole(
      'wann|um wie ?viel uhr|wie spät|welche[nmrs]? tag\\p{L}*|an welchem tag|welches datum|bis wann|seit wann|ab wann|in welchem (?:jahr|monat)|welche[nmrs]? (?:monat|jahr|woche)',
      'iu',
    ),
    tells: (content) => day.test(content),
  },
  {
    asks: whole(
      'wo|wohin|woher|welche[mrs]? (?:stadt|ort|straße|land|schublade|schrank|zimmer|laden|schule|stock)|in welche[rm]?|wo\\S*n',
      'iu',
    ),
    tells: (content) => place.test(content),
  },
  {
    asks: whole(
      'wer|wem|wen|wessen|wie hei(?:ß|ss)(?:t|en)|(?:der |den )?name|wie nennt|mit wem|von wem|bei wem|für wen',
      'iu',
    ),
    tells: (content) => name.test(content) || new RegExp(kin, 'iu').test(content),
  },
  {
    asks: whole('warum|wieso|weshalb|weswegen', 'iu'),
    tells: (content) =>
      /(?<![\p{L}])(?:weil|wegen|denn|da|damit|deshalb|darum|um)(?![\p{L}])/iu.test(content),
  },
]

/** Whether a text tells what kind of thing a question asks for; null where it asks for none that is known. */
export function tellsAsked(question: string, content: string): boolean | null {
  const type = types.find(({ asks }) => asks.test(question))
  return type ? type.tells(content) : null
}
