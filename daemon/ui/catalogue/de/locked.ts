import type { Texts } from '../texts.ts'

export const locked: Texts<'locked'> = {
  title: 'Companion ist gesperrt',
  text: 'Die Daten sind verschlüsselt. Entsperre sie mit der Passphrase oder mit den zwölf Wörtern.',
  label: 'Passphrase oder zwölf Wörter',
  submit: 'Entsperren',
  wrong_passphrase: 'Das ist weder die Passphrase noch sind es die zwölf Wörter.',
  damaged_key:
    'Die Datei home-key.json ist beschädigt, und ihre Kopie in backups auch. Lege die aus einer anderen Kopie der Daten zurück.',
  passkey: 'Mit Passkey entsperren',
  wrong_passkey: 'Dieser Passkey öffnet die Daten nicht.',
  no_prf: 'Dieser Browser oder Passkey kann nicht entsperren. Nimm einen anderen oder einen neueren Browser.',
  passkeys_title: 'Mit Passkey entsperren',
  passkeys_text:
    'Ein Passkey öffnet die verschlüsselten Daten beim nächsten Start, neben der Passphrase und den zwölf Wörtern.',
  passkeys_none: 'Noch öffnet kein Passkey die Daten.',
  passkeys_address: 'Passkeys gibt es nur auf Seiten unter localhost.',
  passkeys_open: 'Diese Seite dort öffnen',
  passkeys_elsewhere: 'Passkeys dafür entstehen am Rechner selbst, auf der Seite unter localhost.',
  passkeys_add: 'Passkey hinzufügen',
  passkeys_add_text: 'Dein Browser fragt zweimal: Er legt den Passkey an und probiert ihn dann aus.',
  passkeys_name: 'Name',
  passkeys_example: 'Schlüsselbund',
  passkeys_added: '{{name}} öffnet jetzt die Daten.',
  passkeys_since: 'seit',
  passkeys_remove: 'Entfernen',
  passkeys_remove_name: '{{name}} entfernen',
  passkeys_remove_title: '{{name}} entfernen?',
  passkeys_remove_text:
    'Er öffnet die Daten dann nicht mehr. Lösche ihn auch im Browser oder auf dem Sicherheitsschlüssel.',
  passkeys_removed: '{{name}} öffnet die Daten nicht mehr.',
  starting: 'Entsperrt. Companion startet …',
  silent: 'Companion antwortet nicht. „companion doctor“ im Terminal sagt dir, warum.',
}
