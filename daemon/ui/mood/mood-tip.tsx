import { Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import { axes, type Point } from './points.ts'

/** What was felt at one moment of the chart, and why. */
export function MoodTip({ point }: { readonly point: Point | undefined }) {
  const { t, i18n } = useTranslation(['mood', 'emotions'])
  if (!point) return null
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  return (
    <Paper withBorder shadow="md" p="sm" radius="md" maw={260}>
      <Text size="xs" c="dimmed">
        {absolute(new Date(point.at).toISOString(), i18n.language)}
      </Text>
      <Text fw={600}>{point.felt ? t(`emotions:${point.felt.emotion}`) : t('time.fading')}</Text>
      {point.felt && <Text size="sm">{t('time.cause', { cause: wordOf(point.felt.cause, t) })}</Text>}
      {axes.map((axis) => (
        <Text key={axis} size="xs" c="dimmed">
          {t(`axis.${axis}`)} {number.format(point[axis])}
        </Text>
      ))}
    </Paper>
  )
}
