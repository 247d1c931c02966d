import type { Texts } from '../texts.ts'

/** Die erste Minute. */
export const welcome: Texts<'welcome'> = {
  progress: 'Schritt {{step}} von {{count}}',
  'account.title': 'Hallo',
  'account.lead':
    'Dein Companion lebt auf diesem Rechner, und was du ihm erzählst, bleibt hier. Wer bist du?',
  'account.setup_code': 'Einrichtungscode',
  'account.setup_code_where':
    'Er steht dort, wo Companion gestartet wurde, und in der Datei setup-code in seinem Ordner.',
  'account.invitation_code': 'Einladungscode',
  'account.invitation_code_where': 'Du hast ihn von der Person bekommen, die dich eingeladen hat.',
  'account.full_name': 'Dein Name',
  'account.username': 'Benutzername',
  'account.relationship': 'Wer bist du in diesem Haushalt?',
  'account.owner': 'Gründungsmitglied',
  'account.family': 'Familie',
  'account.submit': 'Weiter',
  'account.have_one': 'Ich habe schon ein Konto',
  'relationship.mother': 'Mutter',
  'relationship.father': 'Vater',
  'relationship.partner': 'Partner/in',
  'relationship.child': 'Kind',
  'relationship.grandmother': 'Großmutter',
  'relationship.grandfather': 'Großvater',
  'relationship.friend': 'Freund/in',
  'companion.title': 'Dein Companion',
  'companion.lead': 'Gib ihm einen Namen und ein Wesen. Du kannst alles später ändern.',
  'companion.later': 'Später',
  'engine.title': 'Eine eigene Stimme',
  'engine.lead':
    'Dein Companion merkt sich, was du ihm erzählst, und gibt es Wort für Wort wieder. Mit einem Sprachmodell kann er auch frei plaudern. So oder so verlässt nichts diesen Rechner.',
  'engine.server': '{{kind}} unter {{base_url}}',
  'engine.consent': 'Was du sagst und was der Companion über dich weiß, wird an {{base_url}} gesendet.',
  'engine.later': 'Jetzt nicht? All das findest du jederzeit unter System → Gesprächsmodell.',
  'engine.submit': 'Zum Gespräch',
  'local.title': 'Ein Modell auf diesem Rechner',
  'local.text': 'Ein Klick, und es schreibt die Antworten in eigenen Worten.',
  'local.none':
    'Keines der Modelle, die Companion kennt, passt zu diesem Rechner. Die eingebauten Antworten funktionieren trotzdem.',
  'local.used': 'Es ist da und schreibt ab jetzt die Antworten.',
  'local.coming':
    'Du kannst weitermachen. Es schreibt die Antworten, sobald es da ist, auch wenn du diese Seite schließt.',
  'server.text': 'Ein Modellserver, der schon auf diesem Rechner läuft.',
  'server.no_model': 'Er hat noch kein Modell.',
  'server.model': 'Modell',
  'server.use': 'Dieses Modell nutzen',
  'server.used': '{{model}} schreibt ab jetzt deine Antworten.',
  'search.title': 'Erinnerungen besser finden',
  'search.text':
    'Ein kleines Modell versteht zuverlässiger, was du meinst. Es läuft auf diesem Rechner, und du kannst weitermachen, während es lädt.',
  'search.text_languages':
    'Ein kleines Modell, das viele Sprachen kann, versteht zuverlässiger, was du meinst. Es läuft auf diesem Rechner, und du kannst weitermachen, während es lädt.',
  'search.get': 'Herunterladen ({{size}})',
  'search.again': 'Download fortsetzen',
  'search.use': 'Nutzen',
  'search.downloading': 'Das Suchmodell wird heruntergeladen',
  'search.share': '{{share}} %',
  'search.done': 'Es ist da. Deine Erinnerungen werden ab jetzt damit gefunden.',
  'search.failed': 'Der Download ist gescheitert',
}
