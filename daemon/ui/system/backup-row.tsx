import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAct } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { absolute, Moment } from '../parts/moment.tsx'
import { bytesText } from './formats.ts'
import { StateIcon } from './state-mark.tsx'

interface Props {
  readonly backup: OutputOf<'backups.list'>['items'][number]
  readonly restoring: boolean
  readonly onRestore: () => void
  readonly onGone: () => void
}

const states = { true: 'ok', false: 'down', null: 'degraded' } as const

/** One backup, with what can be done with it. */
export function BackupRow({ backup, restoring, onRestore, onGone }: Props) {
  const { t, i18n } = useTranslation(['system', 'common'])
  const remove = useAct('backups.delete', ['backups.list'])
  const { id, created_at, bytes, version, reason, intact } = backup
  const time = absolute(created_at, i18n.language)
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
          act={t('backups.restore')}
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
          act={t('common:act.delete')}
          onConfirm={erase}
          target={(open) => (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={open}
              aria-label={t('backups.delete_of', { time })}
            >
              {t('common:act.delete')}
            </Button>
          )}
        >
          <Text>{t('backups.delete_text')}</Text>
        </Confirm>
      </Group>
    </Group>
  )
}
