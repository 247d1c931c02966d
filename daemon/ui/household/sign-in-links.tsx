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
  const names = new Map(members?.items.map((one) => [one.family_member_uuid, one.full_name]))
  // One of a member who was removed opens nothing.
  const usable = links?.items.filter(({ family_member_uuid }) => names.has(family_member_uuid)) ?? []
  if (usable.length === 0) return null
  return (
    <Section ref={box} title={t('links.title')} lead={t('links.lead')}>
      <SignInLinkList
        links={usable}
        nameOf={(uuid) => names.get(uuid) ?? ''}
        onWithdrawn={() => box.current?.focus()}
      />
    </Section>
  )
}
