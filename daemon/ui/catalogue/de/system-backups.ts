import type { systemBackups as english } from '../en/system-backups.ts'

/** Was die Seite über den laufenden Companion zu Sicherungen sagt, für Admins. */
export const systemBackups: Readonly<Record<keyof typeof english, string>> = {
  'backups.title': 'Sicherungen',
  'backups.text':
    'Jeden Tag und vor jedem größeren Eingriff wird eine gemacht. Sie bleiben auf diesem Rechner.',
  'backups.create': 'Jetzt sichern',
  'backups.created': 'Die Sicherung ist gemacht und geprüft.',
  'backups.none': 'Noch keine Sicherungen',
  'backups.none_text':
    'Innerhalb eines Tages entsteht eine von selbst, oder gleich jetzt mit der Schaltfläche oben.',
  'backups.reason_manual': 'Von Hand gemacht',
  'backups.reason_daily': 'Automatisch',
  'backups.reason_before_migration': 'Vor einer Aktualisierung',
  'backups.reason_before_restore': 'Vor einer Wiederherstellung',
  'backups.version': 'Datenversion {{version}}',
  'backups.intact_true': 'unversehrt',
  'backups.intact_false': 'beschädigt',
  'backups.intact_null': 'nie geprüft',
  'backups.restore': 'Wiederherstellen',
  'backups.restore_of': 'Sicherung vom {{time}} wiederherstellen',
  'backups.restore_title': 'Zurück zum {{time}}?',
  'backups.restore_text':
    'Alles wird wieder, wie es damals war: Mitglieder, Passwörter, Erinnerungen, Gespräche. Was danach kam, ist weg, wird aber vorher gesichert. Was endgültig gelöscht oder widerrufen wurde, bleibt es, und das Prüfprotokoll läuft weiter.',
  'backups.restore_after':
    'Der Companion startet neu, das dauert einige Sekunden. Danach melden sich alle neu an.',
  'backups.delete_of': 'Sicherung vom {{time}} löschen',
  'backups.delete_title': 'Sicherung vom {{time}} löschen?',
  'backups.delete_text': 'Das lässt sich nicht rückgängig machen.',
  'backups.deleted': 'Die Sicherung ist gelöscht.',
  'destination.title': 'Sicherungen auf einem anderen Datenträger',
  'destination.text':
    'Verschlüsselt, in jeder Stunde, in der sich etwas geändert hat. Mit dem Ordner und zwölf Wörtern kommt auf einem neuen Rechner alles zurück.',
  'destination.off': 'Noch nicht eingerichtet. Bis dahin bleiben die Sicherungen auf diesem Rechner.',
  'destination.set_up': 'Einrichten',
  'destination.set_up_title': 'Auf einen anderen Datenträger sichern',
  'destination.set_up_text':
    'Wähle einen Ordner auf einer externen Festplatte oder im Netz. Danach bekommst du zwölf Wörter, die nur einmal gezeigt werden: Ohne sie kann niemand die Sicherungen lesen.',
  'destination.again':
    'Ein Ordner, der schon eingerichtet ist, bekommt neue Wörter, und die alten öffnen ihn nicht mehr.',
  'destination.folder': 'Ordner',
  'destination.folder_text':
    'Der ganze Pfad auf dem Rechner des Companions, zum Beispiel /media/backup/companion.',
  'destination.running': 'Gerade wird gesichert …',
  'destination.is_well': 'Alles in Ordnung',
  'destination.is_away': 'Der Datenträger ist nicht da',
  'destination.is_full': 'Der Datenträger ist voll',
  'destination.is_failed': 'Der letzte Versuch ist gescheitert; im Protokoll steht, warum',
  'destination.snapshot': 'Stand jetzt sichern',
  'destination.turn_off': 'Ausschalten',
  'destination.turn_off_title': 'Diese Sicherungen beenden?',
  'destination.turn_off_text':
    'Es wird nichts mehr nach {{folder}} gesichert. Was dort liegt, bleibt und lässt sich wie bisher mit seinen zwölf Wörtern öffnen.',
  'destination.turned_off': 'Dorthin wird nicht mehr gesichert. Was gesichert ist, liegt noch dort.',
  'destination.since': 'seit',
  'destination.last': 'Letzte Sicherung:',
  'destination.snapshots_one': '{{count}} Stand',
  'destination.snapshots_other': '{{count}} Stände',
  'destination.words_title': 'Deine zwölf Wörter',
  'destination.words_text':
    'Schreib sie in dieser Reihenfolge auf, und bewahre sie getrennt vom Datenträger auf.',
  'destination.words_qr': 'QR-Code mit deinen zwölf Wörtern',
  'destination.words_once':
    'Du siehst sie nur dieses eine Mal. Wer sie und den Ordner hat, kann alles lesen.',
  'destination.print': 'Drucken',
  'destination.copy': 'Wörter kopieren',
  'destination.written_down': 'Ich habe sie aufgeschrieben',
  'restart.title': 'Der Companion startet neu …',
  'restart.text': 'Die Sicherung wird eingespielt. Diese Seite macht von selbst weiter.',
  'restart.done': 'Die Sicherung ist wiederhergestellt.',
}
