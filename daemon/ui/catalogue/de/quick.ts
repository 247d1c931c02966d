import type { Texts } from '../texts.ts'

/** Was die kleinen Fenster sagen. */
export const quick: Texts<'quick'> = {
  'ask.title': 'Kurze Frage',
  'ask.hello': 'Was beschäftigt dich, {{member}}?',
  'ask.open': 'Zum ganzen Gespräch',
  'ask.sends': 'sendet',
  'ask.closes': 'schließt',
  'ask.stops': 'stoppt die Antwort',
  'ask.empties': 'leert',
  'answer.title': 'Etwas für dich',
  'answer.unknown': 'Hier ist nichts für dich',
  'answer.unknown_text': 'Vielleicht gibt es das nicht mehr, oder es war für jemand anderen.',
  'answer.closing': 'Dieses Fenster schließt sich von selbst.',
  'answer.inbox': 'Zum Posteingang',
}
