import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { maxPage } from '../parts/pages.ts'
import { actorOf } from './names.ts'

interface Names {
  /** A member or a guest by their UUID, also one whose removal can still be undone. */
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
  'mending',
  'restore',
  'scheduler',
])

/** What the people whom the companion knows, and whoever else does something, are called; `…` until that is known. */
export function useNames(): Names {
  const { t } = useTranslation('system')
  const { data: members } = useLive('members.list', maxPage)
  const { data: present } = useLive('recognition.family', maxPage)
  const { data: removed } = useLive('recognition.family', { ...maxPage, removed: true })
  const member = (uuid: string) => {
    const person =
      members?.items.find(({ family_member_uuid }) => family_member_uuid === uuid) ??
      [present, removed].flatMap((page) => page?.items ?? []).find(({ person_uuid }) => person_uuid === uuid)
    if (person) return person.full_name
    return members && present && removed ? t('who.unknown') : '…'
  }
  const actor = (text: string) => {
    const { kind, name } = actorOf(text)
    if (kind === 'user') return member(name)
    if (kind !== 'system') return t('who.nobody')
    return own.has(name) ? t('who.companion') : t('who.program', { name })
  }
  return { member, actor }
}
