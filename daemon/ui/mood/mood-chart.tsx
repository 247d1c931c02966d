import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { absolute } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import { axes, type Point, withFading } from './points.ts'
import { type Range, spanOf, ticksOf, tickText } from './range.ts'

interface Props {
  readonly points: readonly Point[]
  readonly range: Range
}

/** How the mood went, with one line for each of its three sides. */
export function MoodChart({ points, range }: Props) {
  const { t, i18n } = useTranslation('mood')
  const rest = useOperation('emotion.why', {}, { enabled: range === 'today' }).data?.baseline
  const now = Date.now()
  const shown = range === 'today' && rest ? withFading(points, rest, now) : [...points]
  const span = spanOf(range, points[0]?.at ?? now, now)
  const text = (at: number) => tickText(range, at, i18n.language)
  return (
    <LineChart
      h={300}
      data={shown}
      dataKey="at"
      series={[
        { name: 'valence', label: t('axis.valence'), color: 'iris.6' },
        { name: 'arousal', label: t('axis.arousal'), color: 'orange.6', strokeDasharray: '7 3' },
        { name: 'dominance', label: t('axis.dominance'), color: 'teal.6', strokeDasharray: '2 3' },
      ]}
      withLegend
      curveType="monotone"
      withDots={range !== 'today'}
      yAxisProps={{
        domain: [-1, 1],
        ticks: [-1, 0, 1],
        width: 64,
        tickFormatter: (value: number) => t(`level.${value + 1}` as 'level.0'),
      }}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: span,
        ticks: ticksOf(range, span),
        tickFormatter: text,
      }}
      lineChartProps={{ title: t('time.chart', { range: t(`time.${range}`) }) }}
      tooltipProps={{
        content: ({ payload }: { payload?: readonly { payload?: unknown }[] }) => (
          <MoodTip point={payload?.[0]?.payload as Point | undefined} />
        ),
      }}
    />
  )
}

/** What was felt at one moment of the chart, and why. */
function MoodTip({ point }: { readonly point: Point | undefined }) {
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
