import { Alert, Button, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'
import { signOut, useMember, usePresence, useRestriction } from '../api/session.ts'
import { showFailure } from '../parts/feedback.tsx'

/** What says that somebody is at the page. */
const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Ends a session of a PIN on this page when nobody has touched it for as long as it lasts. */
export function EndUnused() {
  const presence = usePresence()
  const lasts = presence.state === 'in' && presence.restriction === 'pin' ? presence.lasts : null
  useEffect(() => {
    if (lasts === null) return undefined
    let timer = 0
    const begin = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => void signOut(), lasts * 1_000)
    }
    begin()
    for (const sign of signs) window.addEventListener(sign, begin, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, begin)
    }
  }, [lasts])
  return null
}

/** Says whose profile is only read in, or that somebody has read in one's own. */
export function Restriction() {
  return useRestriction() === 'read_only' ? <OnlyReading /> : <Opened />
}

function OnlyReading() {
  const { t } = useTranslation()
  const { full_name: name } = useMember()
  return (
    <Alert icon={<IconEye aria-hidden />} radius={0} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('reading.text', { name })}</Text>
        <Button variant="default" mih={36} size="compact-sm" onClick={() => void signOut()}>
          {t('reading.close')}
        </Button>
      </Group>
    </Alert>
  )
}

/** That the owner has opened the profile, until it was seen. */
function Opened() {
  const { t, i18n } = useTranslation()
  const told = { category: ['profile_opened'], status: ['pending' as const], limit: 1 }
  const { data } = useOperation('interactions.list', told)
  const seen = useAction('interactions.dismiss', ['interactions.list'])
  const restriction = useRestriction()
  const [notice] = data?.items ?? []
  if (!notice) return null
  const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const { interaction_id, title, created_at } = notice
  return (
    <Alert icon={<IconEye aria-hidden />} color="yellow" radius={0} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('opened.text', { title: title ?? '', at: at.format(new Date(created_at)) })}</Text>
        {restriction === null && (
          <Button
            variant="default"
            mih={36}
            size="compact-sm"
            loading={seen.isPending}
            onClick={() => seen.mutate({ interaction_id }, { onError: showFailure })}
          >
            {t('opened.seen')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
