import type { TableRules } from '../../store/table-rules.ts'

/** A question about what is deleted for good goes with it, and what became of it. */
export const tableRules: TableRules = {
  quotes: [
    {
      place: 'interaction',
      open: (statements) => {
        const removals = [
          statements.prepare('DELETE FROM interaction_events WHERE interaction_id = ?'),
          statements.prepare('DELETE FROM interactions WHERE interaction_id = ?'),
        ]
        return {
          remove: (interaction_id) => {
            for (const removal of removals) removal.run(interaction_id)
            return true
          },
        }
      },
    },
  ],
}
