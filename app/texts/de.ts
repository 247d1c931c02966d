import { emotions } from '../../daemon/client/texts/de/emotions.ts'
import type { Texts } from './en.ts'

/** Was die App sagt, auf Deutsch. */
export const de: Texts = {
  state: {
    starting: 'Companion startet …',
    running: (name) => `${name} ist da`,
    talking: (name) => `${name} schreibt dir`,
    'needs-you': (name) => `${name} braucht dich`,
    paused: (name) => `${name} macht Pause`,
    trouble: 'Companion hat ein Problem',
    nobody: 'Niemand ist angemeldet',
  },
  locked: 'Companion ist gesperrt',
  mood: (name, emotion) => `Stimmung von ${name}: ${emotions[emotion]}`,
  waiting: (count) => (count === 1 ? '1 Sache wartet auf dich' : `${count} Sachen warten auf dich`),
  all: 'Alle zeigen …',
  ask: 'Etwas fragen …',
  open: 'Companion öffnen',
  pause: 'Pause',
  paused: (until) => `Pause bis ${until}`,
  paused_open: 'Pause, bis du fortsetzt',
  pauses: { hour: 'Eine Stunde lang', tomorrow: 'Bis morgen früh', open: 'Bis ich fortsetze' },
  resume: 'Fortsetzen',
  start_at_login: 'Beim Anmelden starten',
  shortcut: (keys) => `Fragen mit ${keys}`,
  restart: 'Neu starten',
  logs: 'Protokolle zeigen',
  look_for_updates: 'Nach Updates suchen',
  update: {
    looking: 'Sucht nach Updates …',
    fetching: (version, percent) => `Lädt ${version}: ${percent} %`,
    ready: (version) => `Jetzt auf ${version} aktualisieren`,
    none: 'Companion ist auf dem neuesten Stand.',
    failed: 'Nach Updates konnte nicht gesucht werden.',
  },
  quit: 'Beenden',
  view: {
    title: 'Ansicht',
    reload: 'Neu laden',
    larger: 'Vergrößern',
    smaller: 'Verkleinern',
    usual: 'Originalgröße',
    full: 'Vollbild',
    close: 'Schließen',
  },
  act: {
    approve: 'Zustimmen',
    reject: 'Ablehnen',
    seen: 'Gesehen',
    answer: 'Deine Antwort',
  },
  trouble: {
    title: 'Companion läuft nicht',
    crashes: 'Companion hat sich fünfmal beendet und startet nicht mehr von selbst. Das stand zuletzt da:',
    newer:
      'Auf diesem Computer läuft ein neuerer Companion, den dieser hier in Ruhe lässt. Aktualisiere diesen und starte ihn dann neu.',
    held: 'Ein anderes Programm benutzt den Ordner von Companion und antwortet nicht. Das stand zuletzt da:',
    again: 'Noch einmal versuchen',
  },
  no_keychain: {
    title: 'Dieser Desktop hat keinen Schlüsselbund',
    body: 'Companion kann deine Anmeldung hier nicht wegschließen: Wer deine Dateien öffnen kann, kann Companion öffnen.',
    linux: 'GNOME Keyring oder KWallet helfen.',
  },
}
