import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useConnection } from '../../api/events.ts'
import { queries, useAction, useLive } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { distinct, Moment } from '../../parts/moment.tsx'
import { Orb } from '../../parts/orb.tsx'
import { useStepUp } from '../../parts/step-up.tsx'
import { bytesText } from '../formats.ts'
import { Pages } from '../pages.tsx'
import { Panel } from '../panel.tsx'
import { StateIcon } from '../state-mark.tsx'
import classes from '../system.module.css'
import { useSteady } from '../use-steady.ts'
import { Destination } from './destination.tsx'
import { type Restart, restartAfter } from './restart.ts'

const states = { true: 'ok', false: 'down', null: 'degraded' } as const

const size = 20

/** The backups on this machine, and those on another disk. */
export function Backups() {
  return (
    <Stack>
      <Destination />
      <OnThisMachine />
    </Stack>
  )
}

/** Copies of everything that the companion holds, made, deleted, and put in the place of what is now. */
function OnThisMachine() {
  const { t, i18n } = useTranslation('system')
  const [page, setPage] = useState(1)
  const [restarting, setRestarting] = useState(false)
  const backups = useSteady(useLive('backups.list', { limit: size, offset: (page - 1) * size }))
  const create = useAction('backups.create', ['backups.list'])
  const restore = useAction('backups.restore')
  const { run, dialog } = useStepUp()
  const panel = useRef<HTMLDivElement>(null)
  const putBack = (id: string) =>
    run(async () => {
      await restore.mutateAsync({ id })
      setRestarting(true)
    })
  return (
    <Panel
      ref={panel}
      title={t('backups.title')}
      text={t('backups.text')}
      actions={
        <Button
          loading={create.isPending}
          onClick={() =>
            create.mutate({}, { onError: showFailure, onSuccess: () => showDone(t('backups.created')) })
          }
        >
          {t('backups.create')}
        </Button>
      }
    >
      <LiveLoaded of={backups}>
        {({ items, total }) => (
          <Stack>
            {total === 0 && (
              <Empty icon={IconArchive} title={t('backups.none')} text={t('backups.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('backups.title')} hidden={items.length === 0}>
              {items.map((backup) => (
                <BackupRow
                  key={backup.id}
                  backup={backup}
                  time={distinct(
                    backup.created_at,
                    items.map(({ created_at }) => created_at),
                    i18n.language,
                  )}
                  restoring={restore.isPending && restore.variables.id === backup.id}
                  onRestore={() => putBack(backup.id)}
                  onGone={() => panel.current?.focus()}
                />
              ))}
            </ul>
            <Pages page={page} size={size} total={total} onChange={setPage} />
          </Stack>
        )}
      </LiveLoaded>
      {dialog}
      {restarting && <Restarting onBack={() => setRestarting(false)} />}
    </Panel>
  )
}

/** Stands while the companion starts again; goes by itself once it is back. */
function Restarting({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('system')
  const { state } = useConnection()
  const [restart, see] = useReducer(restartAfter, 'stopping' satisfies Restart)
  const back = useEffectEvent(() => {
    showDone(t('restart.done'))
    void queries.invalidateQueries()
    onBack()
  })
  useEffect(() => see(state), [state])
  useEffect(() => {
    if (restart === 'back') back()
  }, [restart])
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} aria-label={t('restart.title')}>
      <Stack align="center" py="lg" role="status">
        <Orb size={72} />
        <Text fw={600}>{t('restart.title')}</Text>
        <Text c="dimmed" ta="center">
          {t('restart.text')}
        </Text>
      </Stack>
    </Modal>
  )
}

interface Props {
  readonly backup: OutputOf<'backups.list'>['items'][number]
  /** When it was made, as no other was. */
  readonly time: string
  readonly restoring: boolean
  readonly onRestore: () => void
  readonly onGone: () => void
}

/** One backup, with what can be done with it. */
function BackupRow({ backup, time, restoring, onRestore, onGone }: Props) {
  const { t, i18n } = useTranslation(['system', 'common'])
  const remove = useAction('backups.delete', ['backups.list'])
  const { id, created_at, bytes, version, reason, intact } = backup
  const erase = () =>
    remove.mutate(
      { id },
      {
        onError: showFailure,
        onSuccess: () => {
          showDone(t('backups.deleted'))
          onGone()
        },
      },
    )
  return (
    <Group component="li" justify="space-between">
      <Group wrap="nowrap" align="flex-start" gap="sm" flex="1 1 16rem">
        <StateIcon state={states[`${intact}`]} />
        <Stack gap={2} miw={0}>
          <Text fw={600}>{time}</Text>
          <Text size="sm" c="dimmed">
            {t(`backups.reason_${reason}`)} · <Moment at={created_at} /> · {bytesText(bytes, i18n.language)} ·{' '}
            {t('backups.version', { version })} · {t(`backups.intact_${intact}`)}
          </Text>
        </Stack>
      </Group>
      <Group gap="xs">
        <Confirm
          title={t('backups.restore_title', { time })}
          action={t('backups.restore')}
          onConfirm={onRestore}
          target={(open) => (
            <Button
              variant="light"
              disabled={intact === false}
              loading={restoring}
              onClick={open}
              aria-label={t('backups.restore_of', { time })}
            >
              {t('backups.restore')}
            </Button>
          )}
        >
          <Text>{t('backups.restore_text')}</Text>
          <Text>{t('backups.restore_after')}</Text>
        </Confirm>
        <Confirm
          title={t('backups.delete_title', { time })}
          action={t('common:action.delete')}
          onConfirm={erase}
          target={(open) => (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={open}
              aria-label={t('backups.delete_of', { time })}
            >
              {t('common:action.delete')}
            </Button>
          )}
        >
          <Text>{t('backups.delete_text')}</Text>
        </Confirm>
      </Group>
    </Group>
  )
}
