import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLinkTarget } from '../parts/link-target.ts'

/** The way to everything else that waits. */
export function InboxLink() {
  const { t } = useTranslation('quick')
  return (
    <Anchor href="/#/inbox" {...useLinkTarget()} size="sm">
      {t('answer.inbox')}
    </Anchor>
  )
}
