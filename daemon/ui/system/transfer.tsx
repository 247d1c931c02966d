import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bytesText, shareOf, spanText } from './formats.ts'

/** How far something is that comes here, in bytes and seconds; null for what is not known yet. */
export interface Progression {
  readonly bytes_done: number
  readonly bytes_total: number | null
  readonly bytes_per_second: number | null
  readonly seconds_left: number | null
}

/** In how many seconds something is here, as one would say it: no one waits for 3,671 seconds. */
export function roundedSeconds(seconds: number): number {
  const step = seconds < 60 ? 5 : seconds < 3_600 ? 60 : 300
  return Math.ceil(seconds / step) * step
}

/** That in words: how much is here, how fast it comes, and how long it will take. */
export function progressText(t: TFunction<'system'>, language: string, progress: Progression): string {
  const { bytes_done, bytes_total, bytes_per_second, seconds_left } = progress
  const amount = (bytes: number) => bytesText(bytes, language)
  const bytes = amount(bytes_done)
  return [
    bytes_total === null
      ? t('transfer.so_far', { bytes })
      : t('models.progress', { bytes, total: amount(bytes_total) }),
    ...(bytes_per_second === null ? [] : [t('transfer.speed', { bytes: amount(bytes_per_second) })]),
    ...(seconds_left === null
      ? []
      : [t('transfer.left', { time: spanText(roundedSeconds(seconds_left), language) })]),
  ].join(' · ')
}

interface Props {
  readonly progress: Progression
  /** What comes, for those who do not see it. */
  readonly label: string
  readonly cancelling: boolean
  readonly onCancel: () => void
}

/** How far something is that comes here, and the way to end it. */
export function Transfer({ progress, label, cancelling, onCancel }: Props) {
  const { t, i18n } = useTranslation('system')
  const { bytes_done, bytes_total } = progress
  return (
    <Stack gap={6}>
      <Progress
        value={bytes_total === null ? 0 : shareOf(bytes_done, bytes_total)}
        aria-label={label}
        animated
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {progressText(t, i18n.language, progress)}
        </Text>
        <Button variant="default" size="sm" mih={40} loading={cancelling} onClick={onCancel}>
          {t('models.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
