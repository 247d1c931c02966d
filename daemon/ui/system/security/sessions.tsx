import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useLive } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { distinct, Moment } from '../../parts/moment.tsx'
import { Pages } from '../pages.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { useNames } from '../use-names.ts'
import { useSteady } from '../use-steady.ts'

type Session = OutputOf<'sessions.list'>['items'][number]
const size = 20

/** Everybody who is signed in anywhere. */
export function Sessions() {
  const { t, i18n } = useTranslation('system')
  const [page, setPage] = useState(1)
  const sessions = useSteady(useLive('sessions.list', { limit: size, offset: (page - 1) * size }))
  const panel = useRef<HTMLDivElement>(null)
  const names = useNames()
  return (
    <Panel
      ref={panel}
      title={t('sessions.title')}
      {...(sessions.data ? { text: t('sessions.count', { count: sessions.data.total }) } : {})}
    >
      <LiveLoaded of={sessions}>
        {({ items, total }) => (
          <Stack>
            {total === 0 && (
              <Empty icon={IconDevices} title={t('sessions.none')} text={t('sessions.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('sessions.title')} hidden={items.length === 0}>
              {items.map((session) => (
                <SessionRow
                  key={session.session_uuid}
                  session={session}
                  name={names.member(session.family_member_uuid)}
                  time={distinct(
                    session.created_at,
                    items.map(({ created_at }) => created_at),
                    i18n.language,
                  )}
                  onEnded={() => panel.current?.focus()}
                />
              ))}
            </ul>
            <Pages page={page} size={size} total={total} onChange={setPage} />
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

interface RowProps {
  readonly session: Session
  readonly name: string
  /** When they signed in, as in no other of the list. */
  readonly time: string
  readonly onEnded: () => void
}

function SessionRow({ session, name, time, onEnded }: RowProps) {
  const { t } = useTranslation('system')
  const { address, client } = session
  const end = useAction('sessions.end', ['sessions.list', 'profile.sessions'])
  return (
    <Group component="li" justify="space-between">
      <Stack gap={2} flex={1} miw={180}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {session.current && <Badge variant="default">{t('sessions.current')}</Badge>}
          {session.device_uuid !== null && <Badge variant="default">{t('sessions.device')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {client !== null && `${client} · `}
          {t('sessions.from', { address })} · {t('sessions.seen')} <Moment at={session.last_seen_at} /> ·{' '}
          {t('sessions.since')} <Moment at={session.created_at} />
        </Text>
      </Stack>
      {!session.current && (
        <Confirm
          title={t('sessions.end_title', { name })}
          action={t('sessions.end')}
          onConfirm={() =>
            end.mutate(
              { id: session.session_uuid },
              {
                onError: showFailure,
                onSuccess: () => {
                  showDone(t('sessions.ended', { name }))
                  onEnded()
                },
              },
            )
          }
          target={(open) => (
            <Button
              variant="default"
              loading={end.isPending}
              onClick={open}
              aria-label={t('sessions.end_of', { name, client: client ?? address, time })}
            >
              {t('sessions.end')}
            </Button>
          )}
        >
          <Text>{t('sessions.end_text')}</Text>
        </Confirm>
      )}
    </Group>
  )
}
