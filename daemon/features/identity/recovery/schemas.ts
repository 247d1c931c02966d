import { Type } from 'typebox'
import { closed, Id, Moment, nullable } from '../../../kernel/schema.ts'

const NewPassword = Type.String({ maxLength: 256 })
const keep_sessions = Type.Optional(
  Type.Boolean({ description: 'whether the other sessions go on, which all end otherwise' }),
)
const Code = Type.String({ minLength: 1, maxLength: 64 })

export const BackupCode = Type.Object({ username: Type.String({ maxLength: 64 }), backup_code: Code }, closed)

export const RecoveredPassword = Type.Object({ new_password: NewPassword, keep_sessions }, closed)

const without_second_factor = Type.Boolean({
  description: 'whether who uses it is asked for no second factor, this once',
})
const link = {
  link_uuid: Id,
  family_member_uuid: Id,
  without_second_factor,
  created_by: Type.String(),
  created_at: Moment,
  expires_at: Moment,
}
export const SignInLink = Type.Object(link, { $id: 'SignInLink' })

export const NewSignInLink = Type.Object(
  {
    family_member_uuid: Id,
    without_second_factor: Type.Optional(without_second_factor),
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
    ),
  },
  closed,
)
export const MadeSignInLink = Type.Object({
  ...link,
  link_code: Type.String({ description: 'what the address has after `link=`' }),
  url: Type.String({ description: 'the page of the daemon on which it is used' }),
})

export const OpenedLink = Type.Object({ link_code: Code }, closed)
export const LinkOwner = Type.Object({
  username: Type.String(),
  full_name: Type.String(),
  expires_at: Moment,
})
export const UsedLink = Type.Object({ link_code: Code, new_password: NewPassword, keep_sessions }, closed)

const DeviceRecovery = Type.Object({
  device_uuid: Id,
  device_name: Type.String(),
  own: Type.Boolean({ description: 'whether the session that asks has asked for it' }),
  requested_at: Moment,
  ready_at: Moment,
  expires_at: Moment,
})
export const DeviceRecoveries = Type.Object({
  problem: nullable(
    Type.Enum(['no_device', 'no_key', 'new_device', 'cancelled'], {
      description: 'why this session cannot set a new password without the old one; null where it can',
    }),
  ),
  waiting: Type.Array(DeviceRecovery),
})
export const DeviceRecoveryResult = Type.Object({ waiting: DeviceRecovery })
export const CancelledRecoveries = Type.Object({ cancelled: Type.Integer() })

export const HomeRecovery = Type.Object(
  {
    family_member_uuid: Id,
    new_password: NewPassword,
    keep_sessions,
    without_second_factor: Type.Optional(
      Type.Boolean({ description: 'whether the second factors of the member are removed' }),
    ),
  },
  closed,
)
export const RecoveredAtHome = Type.Object({
  family_member_uuid: Id,
  sessions_ended: Type.Array(Id),
  second_factors_removed: Type.Integer(),
})
