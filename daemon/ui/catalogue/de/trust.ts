import type { Texts } from '../texts.ts'

/** Wie ein Gerät den Zertifikaten des Haushalts vertrauen lernt, und welche es gibt. */
export const trust: Texts<'trust'> = {
  title: 'Diesem Companion vertrauen',
  lead: 'Einmal auf jedem Handy oder Computer, dann verbindet sich der Browser ohne Warnung.',
  check: 'Zuerst vergleichen',
  check_text:
    'Der Computer, auf dem Companion läuft, zeigt diesen Fingerabdruck auch, unter System → Sicherheit. Mach nur weiter, wenn beide gleich sind.',
  fingerprint: 'SHA-256-Fingerabdruck',
  copy: 'Fingerabdruck kopieren',
  called: 'Das Zertifikat heißt „{{name}}“.',
  go: 'Zum Companion',
  'apple.title': 'iPhone, iPad und Mac',
  'apple.get': 'Profil laden',
  'apple.text':
    'Öffne das Profil in Safari und erlaube den Download. Installiere es in den Einstellungen unter Allgemein → VPN und Geräteverwaltung. Schalte es dann unter Allgemein → Info → Zertifikatsvertrauenseinstellungen ein. Auf dem Mac öffnest du es in den Systemeinstellungen und wählst in der Schlüsselbundverwaltung „Immer vertrauen“.',
  'android.title': 'Android',
  'android.get': 'Zertifikat laden',
  'android.text':
    'Lade es herunter und suche in den Einstellungen nach „CA-Zertifikat“. Wähle „Trotzdem installieren“ und die Datei, die du gerade geladen hast.',
  'windows.title': 'Windows',
  'windows.get': 'Zertifikat für Windows laden',
  'windows.text':
    'Lade es herunter und öffne es. Wähle „Zertifikat installieren“ und als Speicher „Vertrauenswürdige Stammzertifizierungsstellen“.',
  'other.title': 'Linux und Firefox',
  'other.get': 'PEM-Datei laden',
  'other.text': 'Importiere sie als Zertifizierungsstelle für Websites.',
  'none.title': 'Hier gibt es nichts zu vertrauen',
  'none.text': 'Dieser Companion hat noch kein eigenes Zertifikat.',
  'step.open': 'Das Handy warnt vor dem Zertifikat?',
  'step.text':
    'Scanne zuerst das hier: Die Seite erklärt, wie das Handy diesem Companion vertrauen lernt. Klapp es danach zu und mach mit dem Kopplungscode weiter.',
  'step.qr': 'QR-Code, um diesem Companion zu vertrauen',
  'panel.title': 'Zertifikate',
  'panel.text': 'Woran Geräte diesen Companion erkennen, und woran er sie erkennt.',
  'panel.none':
    'Es gibt noch keine Zertifizierungsstelle. Sie entsteht, sobald der Daemon TLS spricht oder ein Gerät ein Zertifikat will.',
  'panel.authority': 'Die Zertifizierungsstelle des Haushalts',
  'panel.server': 'Das Zertifikat des Daemons',
  'panel.until': 'Gültig bis {{until}}',
  'panel.signed_here': 'Von der Stelle des Haushalts signiert.',
  'panel.given': 'In der Konfiguration festgelegt.',
  'panel.plain': 'Der Daemon spricht kein TLS.',
  'panel.required': 'Geräte ohne Zertifikat werden abgewiesen.',
  'panel.optional': 'Geräte können sich auch ohne Zertifikat verbinden.',
  'panel.devices': 'Geräte',
  'panel.no_devices': 'Kein Gerät hat ein Zertifikat.',
  'panel.unknown': 'Unbekanntes Gerät',
}
