import { Type } from 'typebox'
import { closed, Id, Moment, nullable } from '../../../kernel/schema.ts'
import { deviceKinds } from '../tables.ts'
import { standings } from './ranges.ts'

export const MemberStanding = Type.Enum([...standings], {
  description: 'how long a PIN is: 4 digits for `primary`, 3 for `secondary`, 2 for `temporary`',
})

export const PasswordAgain = Type.Object(
  {
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where it was not given on this device lately' }),
    ),
  },
  closed,
)

const PinDevice = Type.Object({
  device_uuid: Id,
  name: Type.String(),
  kind: Type.Enum([...deviceKinds]),
  signed_in_at: Type.String({
    format: 'date-time',
    description: 'when the password was last given there',
  }),
  takes_pin: Type.Boolean({ description: 'whether it takes the PIN now, and not the password only' }),
})

export const PinState = Type.Object({
  standing: MemberStanding,
  assigned_at: nullable(Moment),
  digits: nullable(Type.Integer()),
  devices: Type.Array(PinDevice, { description: 'where the PIN works' }),
  assignable: Type.Boolean({
    description: 'whether this session is of a paired device with a key of its own, as assigning one wants',
  }),
})

export const AssignedPin = Type.Object({
  pin: Type.String({ description: 'shown once' }),
  digits: Type.Integer(),
  assigned_at: Moment,
})

export const EndedPin = Type.Object({ ended: Type.Boolean() })

export const PinPad = Type.Object({
  paired: Type.Boolean({ description: 'whether a trusted device has that key' }),
  pins: Type.Boolean({ description: 'whether PINs of members work on the device that proves its key' }),
  password_only: Type.Boolean({ description: 'whether it takes none of them now' }),
})

export const StandingChange = Type.Object(
  { id: Id, standing: MemberStanding, ...PasswordAgain.properties },
  closed,
)

export const OwnerAccess = Type.Object({
  allowed: Type.Boolean(),
  owner: nullable(Type.String({ description: 'the name of who could; null where nobody can' })),
})

export const OwnerAccessChange = Type.Object({ allowed: Type.Boolean(), ...PasswordAgain.properties }, closed)
