import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { MoodTip } from './mood-tip.tsx'
import { type Point, withFading } from './points.ts'
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
