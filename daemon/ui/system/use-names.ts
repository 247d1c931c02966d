import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { actorOf } from './names.ts'

interface Names {
  /** A member by their UUID. */
  readonly member: (uuid: string) => string
  /** Who did something: `user:<uuid>`, `system:<name>` or `nobody`. */
  readonly actor: (actor: string) => string
}

/** The parts of the daemon that do something by themselves. */
const own: ReadonlySet<string> = new Set([
  'certificates',
  'companion',
  'engine',
  'expiry',
  'restore',
  'scheduler',
])

/** What the members of the household, and whoever else does something, are called; `…` until that is known. */
export function useNames(): Names {
  const { t } = useTranslation('system')
  const { data: members } = useLive('members.list', { limit: 200 })
  const member = (uuid: string) => {
    if (!members) return '…'
    return (
      members.items.find(({ family_member_uuid }) => family_member_uuid === uuid)?.full_name ??
      t('who.unknown')
    )
  }
  const actor = (text: string) => {
    const { kind, name } = actorOf(text)
    if (kind === 'user') return member(name)
    if (kind !== 'system') return t('who.nobody')
    return own.has(name) ? t('who.companion') : t('who.program', { name })
  }
  return { member, actor }
}
