import type { Erasing, Replacement, TableRules } from '../../store/table-rules.ts'

/** The second factors of an account: they stay as long as its password does. */
const secondFactors = ['totp_secrets', 'backup_codes', 'passkeys', 'push_factors'] as const

/** What stands where a column of an account was; `username` is the id, which nobody else has. */
const nothing = [
  ['relationship', "''"],
  ['password_hash', "''"],
  ['roles', "'[]'"],
] as const

/** Everything that is held of a member but what the household may read, the account too; the name stays with what stays. */
function eraseAccount({ has, run, eraseMember }: Erasing, family_member_uuid: string): void {
  if (!has('members')) return
  eraseMember(family_member_uuid, 'household')
  const told = `SELECT 1 FROM memories WHERE family_member_uuid = members.family_member_uuid`
  const name = has('memories') ? `CASE WHEN EXISTS (${told}) THEN full_name ELSE '' END` : "''"
  const set = [
    ['username', 'family_member_uuid'],
    ['full_name', name],
    ...nothing,
    ['removed_at', 'coalesce(removed_at, 0)'],
  ].filter(([column = '']) => has('members', column))
  const written = set.map(([column, value]) => `${column} = ${value}`).join(', ')
  run(`UPDATE members SET ${written} WHERE family_member_uuid = ?`, family_member_uuid)
}

/** What goes with the sessions and the devices of a member, others' sign-ins on these among it. */
function eraseAlong({ has, run }: Erasing, family_member_uuid: string): void {
  // In a file of its own nothing goes with the session by itself.
  const mine = 'SELECT session_uuid FROM sessions WHERE family_member_uuid = ?'
  if (has('refresh_tokens'))
    run(`DELETE FROM refresh_tokens WHERE session_uuid IN (${mine})`, family_member_uuid)
  const theirs = 'device_uuid IN (SELECT device_uuid FROM devices WHERE family_member_uuid = ?)'
  if (has('sessions', 'device_uuid'))
    run(`UPDATE sessions SET device_uuid = NULL WHERE ${theirs}`, family_member_uuid)
  for (const table of ['device_members', 'pin_tries'])
    if (has(table)) run(`DELETE FROM ${table} WHERE ${theirs}`, family_member_uuid)
  if (has('members', 'preferences'))
    run("UPDATE members SET preferences = '{}' WHERE family_member_uuid = ?", family_member_uuid)
}

/**
 * Ends what has ended since: codes that were used, devices, members, and consents to engines; and all sessions, as nothing
 * says which were. Where that is not known, no code and no consent stays.
 */
function endSince({ knows, run, deleteUnknown, now }: Replacement): void {
  deleteUnknown('invitations', 'invitation_uuid')
  deleteUnknown('pairings', 'code_hash')
  deleteUnknown('sign_in_links', 'link_uuid')
  // One that was cancelled since must not come back, and one of those days nobody waits for.
  run('DELETE FROM device_recoveries')
  if (knows('devices'))
    run(
      `UPDATE devices SET revoked_at = since.revoked_at FROM replaced.devices AS since
        WHERE since.device_uuid = devices.device_uuid AND devices.revoked_at IS NULL AND since.revoked_at IS NOT NULL`,
    )
  // It can be undone as there.
  if (knows('members', 'removed_at'))
    run(
      `UPDATE members SET removed_at = since.removed_at FROM replaced.members AS since
        WHERE since.family_member_uuid = members.family_member_uuid AND members.removed_at IS NULL
          AND since.removed_at IS NOT NULL`,
    )
  run(endConsents(knows('members', 'preferences')))
  run('UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL', now)
}

/** Leaves the origins that members agree to in the other database too; none where that is not known. */
const endConsents = (isKnown: boolean) => `
  UPDATE members SET preferences = json_set(preferences, '$.engines', json((
    SELECT json_group_array(agreed.value) FROM json_each(members.preferences, '$.engines') AS agreed
      WHERE ${isKnown ? stillAgreed : 'FALSE'}
  ))) WHERE json_type(preferences, '$.engines') = 'array'`

const stillAgreed = `EXISTS (
  SELECT 1 FROM replaced.members AS since, json_each(since.preferences, '$.engines') AS still
    WHERE since.family_member_uuid = members.family_member_uuid AND still.value = agreed.value)`

export const tableRules: TableRules = {
  erasures: [
    {
      kind: 'member',
      erase: ({ has, eraseMember }, subject) => {
        if (has('members')) eraseMember(subject)
      },
    },
    // The name of an account stays with what the household may read, which may go too.
    { kind: 'account', isLast: true, erase: eraseAccount },
  ],
  eraseMember: eraseAlong,
  staying: (keep) => ['members', ...(keep === undefined ? secondFactors : [])],
  restored: endSince,
}
