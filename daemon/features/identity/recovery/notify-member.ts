import type { Clock } from '../../../kernel/clock.ts'
import { timeZoneOf } from '../../../kernel/time-zone.ts'
import { type AccountNews, accountWording } from '../../../language/account.ts'
import { languageFrom } from '../../../language/codes.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Interactions } from '../factors/push.ts'
import type { MemberRow, Members } from '../members.ts'

/** Tells a member what happened to their sign-in, in their language; it stays in the inbox until it was seen. Answers its id. */
export type NotifyMember = (
  tx: Transaction,
  member: Pick<MemberRow, 'family_member_uuid' | 'preferences'>,
  news: AccountNews,
) => string

/** Opens it before what puts interactions to members. */
export function openNotifyMember({ ask }: Pick<Interactions, 'ask'>, clock: Clock): NotifyMember {
  return (tx, { family_member_uuid, preferences }, news) => {
    const { language, time_zone } = preferences
    const when = { now: clock.now(), time_zone: timeZoneOf(time_zone) }
    const told = accountWording(languageFrom(language))(news, when)
    const kind = { interaction_type: 'ack', requirement: 'optional', severity: 'high' } as const
    return ask(tx, { user_id: family_member_uuid, ...kind, category: 'sign_in', ...told })
  }
}

/** The name of who did something, by their actor; null for a program. */
export function nameOfActor(members: Members, actor: string): string | null {
  const [, family_member_uuid = ''] = /^user:(.+)$/.exec(actor) ?? []
  return members.byId(family_member_uuid)?.full_name ?? null
}
