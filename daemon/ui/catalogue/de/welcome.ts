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
  'engine.title': 'Was soll seine Antworten schreiben?',
  'engine.lead': 'So oder so verlässt nichts diesen Rechner.',
  'engine.builtin': 'Die eingebauten Antworten',
  'engine.builtin_text':
    'Immer da. Damit sagt er, was du ihm erzählt hast, und gibt zu, wenn er etwas nicht weiß.',
  'engine.server': '{{kind}} unter {{base_url}}',
  'engine.kind_ollama': 'Ollama',
  'engine.kind_lm_studio': 'LM Studio',
  'engine.kind_llama_cpp': 'llama.cpp',
  'engine.kind_vllm': 'vLLM',
  'engine.kind_other': 'Ein Modellserver',
  'engine.none':
    'Auf diesem Rechner wurde kein Modellserver gefunden. Unter System kannst du jederzeit einen hinzufügen.',
  'engine.consent': 'Was du sagst und was der Companion über dich weiß, wird an {{base_url}} gesendet.',
  'engine.submit': 'Zum Gespräch',
}
