import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Confirm } from '../parts/confirm.tsx'
import { absolute, Moment } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import { traitNames } from './nature.ts'

interface Props {
  readonly snapshot: OutputOf<'personality.snapshots'>['items'][number]
  readonly onRestore: () => void
}

/** What the companion was at one time. */
export function SnapshotLine({ snapshot, onRestore }: Props) {
  const { t, i18n } = useTranslation(['mood', 'common'])
  const { label, companion_name, traits, created_at } = snapshot
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const name = label === null ? t('snapshot.unnamed') : wordOf(label, t)
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} flex={1} miw={200}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {companion_name} · <Moment at={created_at} />
        </Text>
        <Text size="xs" c="dimmed">
          {traitNames
            .map((trait) => `${t(`common:trait.${trait}`)} ${percent.format(traits[trait])}`)
            .join(' · ')}
        </Text>
      </Stack>
      <Confirm
        title={t('snapshot.confirm')}
        act={t('snapshot.restore')}
        onConfirm={onRestore}
        target={(open) => (
          <Button
            variant="default"
            h={40}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={t('snapshot.restore_label', { name, at: absolute(created_at, i18n.language) })}
            onClick={open}
          >
            {t('snapshot.restore')}
          </Button>
        )}
      >
        <Text>
          {t('snapshot.confirm_text', { name: companion_name, at: absolute(created_at, i18n.language) })}
        </Text>
      </Confirm>
    </Group>
  )
}
