import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { maxPage } from '../parts/pages.ts'
import { Section } from '../parts/section.tsx'
import { SignInLinkList } from '../parts/link-list.tsx'

/** The sign-in links that members may still use; nothing where there are none. */
export function SignInLinks() {
  const { t } = useTranslation('recover')
  const box = useRef<HTMLElement>(null)
  const { data: links } = useLive('links.list', maxPage)
  const { data: members } = useLive('members.list', maxPage)
  if (!links || links.items.length === 0) return null
  const nameOf = (uuid: string) =>
    members?.items.find(({ family_member_uuid }) => family_member_uuid === uuid)?.full_name ?? '…'
  return (
    <Section ref={box} title={t('links.title')} lead={t('links.lead')}>
      <SignInLinkList links={links.items} nameOf={nameOf} onWithdrawn={() => box.current?.focus()} />
    </Section>
  )
}
