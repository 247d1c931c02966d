import type { Texts } from '../texts.ts'

/** Was die Seite sagt, auf der ein Programm um einen Schlüssel bittet. */
export const connect: Texts<'connect'> = {
  title: 'Programm verbinden',
  heading: '„{{name}}“ möchte sich verbinden',
  nameless: 'Ein Programm ohne Namen',
  member: 'Es würde in deinem Namen handeln, {{member}}.',
  'to.here': 'Es läuft auf diesem Gerät und bekommt seine Antwort unter {{place}}.',
  'to.host': 'Deine Antwort geht an {{place}}, also nicht an dieses Gerät.',
  'to.scheme':
    'Deine Antwort geht an das Programm auf diesem Gerät, das Links mit {{place}}: am Anfang öffnet.',
  unchecked:
    'So nennt es sich selbst; geprüft hat das niemand. Mach nur weiter, wenn du das gerade selbst angestoßen hast.',
  never:
    'Was du auch auswählst: Löschen, deine Daten exportieren oder Passwörter ändern kann es nie. Du findest es unter „Ich“ bei deinen Schlüsseln und kannst es dort jederzeit aussperren.',
  allow: 'Hereinlassen',
  deny: 'Nein, danke',
  'done.title': 'Das ist entschieden',
  'done.text': 'Das Programm weiß Bescheid. Du kannst dieses Fenster schließen.',
  'nothing.title': 'Hier gibt es nichts zu entscheiden',
  'nothing.text':
    'Die Anfrage ist unvollständig, zu alt oder für jemand anderen. Beginne im Programm noch einmal von vorn.',
  'stranger.title': 'Dieses Programm ist hier nicht bekannt',
  'stranger.text':
    'Vielleicht hat es sich vor längerer Zeit oder anderswo angemeldet. Lass es seine alte Anmeldung vergessen und verbinde es dann neu.',
}
