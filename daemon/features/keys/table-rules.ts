import type { TableRules } from '../../store/table-rules.ts'

export const tableRules: TableRules = {
  eraseMember: ({ has, run }, family_member_uuid) => {
    // In a file of its own nothing goes with the key by itself.
    const mine = 'SELECT key_uuid FROM api_keys WHERE family_member_uuid = ?'
    if (has('key_refresh_tokens'))
      run(`DELETE FROM key_refresh_tokens WHERE key_uuid IN (${mine})`, family_member_uuid)
  },
  // One that a program has changed since ends too, with its refresh tokens: those were used.
  restored: ({ deleteUnknown }) => deleteUnknown('api_keys', 'key_hash'),
}
