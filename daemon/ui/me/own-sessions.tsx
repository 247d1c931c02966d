import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useOperation } from '../api/operations.ts'
import { keepApp } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { distinct } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { SessionRow } from './session-row.tsx'

/** Where the member is signed in; each other session can be ended. */
export function OwnSessions() {
  const { t, i18n } = useTranslation('me')
  const box = useRef<HTMLElement>(null)
  const sessions = useOperation('profile.sessions', maxPage)
  const devices = useOperation('devices.list', maxPage)
  const end = useAction('profile.end_session', ['profile.sessions'])
  const items = sessions.data?.items ?? []
  // Where this one came of another, it would end with that.
  const parent = items.find(({ current }) => current)?.parent_uuid
  const others = items.filter(({ current, session_uuid }) => !current && session_uuid !== parent)
  const endThese = async (ids: readonly string[]) => {
    try {
      for (const id of ids) await end.mutateAsync({ id })
      showDone(t('sessions.ended', { count: ids.length }))
    } catch (error) {
      showFailure(error)
    }
    box.current?.focus()
  }
  const endOthers = async () => {
    await endThese(others.map(({ session_uuid }) => session_uuid))
    keepApp().catch(() => {})
  }
  const endAll = (
    <Confirm
      title={t('sessions.end_others')}
      action={t('sessions.end_others')}
      onConfirm={() => void endOthers()}
      target={(open) => (
        <Button variant="default" mih={40} onClick={open} loading={end.isPending}>
          {t('sessions.end_others')}
        </Button>
      )}
    >
      <Text>{t('sessions.end_others_text')}</Text>
    </Confirm>
  )
  return (
    <Section
      ref={box}
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={others.length > 1 && endAll}
    >
      <Loaded of={sessions}>
        {({ items }) => (
          <RowList label={t('sessions.title')}>
            {items.map((session) => (
              <SessionRow
                key={session.session_uuid}
                session={session}
                time={distinct(
                  session.created_at,
                  items.map(({ created_at }) => created_at),
                  i18n.language,
                )}
                device={devices.data?.items.find(({ device_uuid }) => device_uuid === session.device_uuid)}
                busy={end.isPending}
                onEnd={() => void endThese([session.session_uuid])}
              />
            ))}
          </RowList>
        )}
      </Loaded>
      {sessions.data && others.length === 0 && <Text c="dimmed">{t('sessions.no_others')}</Text>}
    </Section>
  )
}
