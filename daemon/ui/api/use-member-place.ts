import { use, useMemo } from 'react'
import { type MemberPlace, memberPlace } from './member-place.ts'
import { client, useMember } from './session.ts'

/** By member, asked for once in the life of a page. */
const keys = new Map<string, Promise<string | null>>()

/** The key that locks the places of a member; null where the daemon does not give it now. */
function keyOf(family_member_uuid: string): Promise<string | null> {
  const asked = keys.get(family_member_uuid)
  if (asked) return asked
  const asking = client.call('auth.page_key').then(
    ({ page_key }) => page_key,
    () => null,
  )
  keys.set(family_member_uuid, asking)
  return asking
}

/** The place of that name of whoever is signed in; what uses it is shown once the key is there. */
export function useMemberPlace(name: string): MemberPlace {
  const { family_member_uuid } = useMember()
  const key = use(keyOf(family_member_uuid))
  return useMemo(() => memberPlace(name, family_member_uuid, key), [name, family_member_uuid, key])
}
