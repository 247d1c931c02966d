import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canNotify, isBlocked, notifies, startNotifying, stopNotifying } from '../parts/desktop-notice.ts'

/** Has the browser tell what comes in while the page is in the background; nothing where it cannot. */
export function NoticesSwitch() {
  const { t } = useTranslation('me')
  const [on, setOn] = useState(notifies)
  const [blocked, setBlocked] = useState(isBlocked)
  if (!canNotify) return null
  const change = async (wanted: boolean) => {
    if (!wanted) stopNotifying()
    setOn(wanted && (await startNotifying()))
    setBlocked(isBlocked())
  }
  return (
    <Switch
      label={t('preferences.notices')}
      description={t(blocked ? 'preferences.notices_blocked' : 'preferences.notices_text')}
      checked={on}
      disabled={blocked}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  )
}
