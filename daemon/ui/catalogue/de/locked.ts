import type { Texts } from '../texts.ts'

export const locked: Texts<'locked'> = {
  title: 'Companion ist gesperrt',
  text: 'Die Daten sind verschlüsselt. Entsperre sie mit der Passphrase oder mit den zwölf Wörtern.',
  label: 'Passphrase oder zwölf Wörter',
  submit: 'Entsperren',
  wrong_passphrase: 'Das ist weder die Passphrase noch sind es die zwölf Wörter.',
  damaged_key:
    'Die Datei home-key.json ist beschädigt, und ihre Kopie in backups auch. Lege die aus einer anderen Kopie der Daten zurück.',
  starting: 'Entsperrt. Companion startet …',
  silent: 'Companion antwortet nicht. „companion doctor“ im Terminal sagt dir, warum.',
}
