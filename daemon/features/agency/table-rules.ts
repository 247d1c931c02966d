import { lazy } from '../../kernel/lazy.ts'
import type { TableRules } from '../../store/table-rules.ts'

/** A suggestion goes with what it was made for; one that was accepted is the member's own. */
export const tableRules: TableRules = {
  quotes: [
    {
      place: 'goal',
      open: (statements) => {
        const remove = lazy(() =>
          statements.prepare(
            "DELETE FROM goals WHERE goal_uuid = ? AND status IN ('suggested', 'cancelled')",
          ),
        )
        return {
          remove: (goal_uuid) => {
            remove().run(goal_uuid)
            return true
          },
        }
      },
    },
  ],
}
