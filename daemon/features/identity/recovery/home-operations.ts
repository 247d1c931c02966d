import { operation } from '../../../kernel/operation.ts'
import * as failures from '../failures.ts'
import type { RecoveryDependencies } from './recovering.ts'
import * as schemas from './schemas.ts'

/** The way back in at the machine itself. */
export function homeOperations(dependencies: RecoveryDependencies) {
  const { store, members, factors, newPassword, setPassword } = dependencies
  return {
    'auth.recover_at_home': operation({
      rest: 'POST /auth/recover/home',
      access: 'admin',
      scopes: [],
      audited: ['family_member_uuid', 'without_second_factor', 'keep_sessions'],
      summary: 'Set a new password for a member, at the machine itself',
      description:
        'With a `system:` token alone: whoever can read the home is the owner of the machine. All sessions of the member end, unless ' +
        'they are kept.',
      input: schemas.HomeRecovery,
      output: schemas.RecoveredAtHome,
      errors: [
        failures.OnlyThisMachine,
        failures.MemberNotFound,
        failures.PasswordRejected,
        failures.TooManyHashes,
      ],
    }).handle(async (input, context) => {
      const { family_member_uuid, new_password, keep_sessions, without_second_factor } = input
      if (context.caller.family_member_uuid !== null) throw failures.OnlyThisMachine()
      const member = members.byId(family_member_uuid)
      if (!member) throw failures.MemberNotFound()
      const password_hash = await newPassword(member, new_password)
      return store.write((tx) => {
        const second_factors_removed = without_second_factor
          ? factors.erase(tx, family_member_uuid).second_factors
          : 0
        const { sessions_ended } = setPassword(tx, family_member_uuid, {
          by: 'this machine',
          who: null,
          password_hash,
          context,
          keep_sessions,
          factorsOff: second_factors_removed > 0,
        })
        return { family_member_uuid, sessions_ended, second_factors_removed }
      })
    }),
  }
}
