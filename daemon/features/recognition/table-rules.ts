import type { TableRules } from '../../store/table-rules.ts'

export const tableRules: TableRules = {
  erasures: [
    {
      kind: 'account',
      isLast: true,
      erase: ({ has, run }, subject) => {
        if (has('people')) run('DELETE FROM people WHERE person_uuid = ?', subject)
      },
    },
  ],
  /** Who was removed since is removed here too; members have come along with their accounts. */
  restored: ({ knows, run }) => {
    if (knows('people'))
      run(
        `UPDATE people SET removed_at = since.removed_at, removed_by = since.removed_by FROM replaced.people AS since
          WHERE since.person_uuid = people.person_uuid AND people.removed_at IS NULL AND since.removed_at IS NOT NULL`,
      )
  },
}
