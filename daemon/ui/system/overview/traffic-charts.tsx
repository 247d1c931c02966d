import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relative } from '../../parts/moment.tsx'
import { millisecondsText, numberText } from '../formats.ts'
import { keptForMs, type Point, protocols } from './traffic.ts'

const choices = ['all', ...protocols] as const
type Choice = (typeof choices)[number]

const names = { rest: 'REST', websocket: 'WebSocket', grpc: 'gRPC' } as const
const colors = { rest: 'iris.5', websocket: 'teal.6', grpc: 'orange.6' } as const

/** What happened in the last minutes: calls, errors, and how long calls took, by protocol. */
export function TrafficCharts({ points }: { readonly points: readonly Point[] }) {
  const { t, i18n } = useTranslation('system')
  const [choice, choose] = useState<Choice>('all')
  const number = (value: number) => numberText(value, i18n.language)
  const ms = (value: number) => millisecondsText(value, i18n.language)
  const byProtocol = protocols
    .filter((protocol) => choice === 'all' || choice === protocol)
    .map((name) => ({ name, label: names[name], color: colors[name] }))
  return (
    <Stack gap="xl">
      <Group>
        <SegmentedControl
          size="sm"
          aria-label={t('traffic.protocol')}
          value={choice}
          onChange={(value) => choose(choices.find((one) => one === value) ?? 'all')}
          data={choices.map((value) => ({ value, label: value === 'all' ? t('traffic.all') : names[value] }))}
        />
      </Group>
      <LiveChart
        title={t('traffic.calls_chart')}
        points={points.map(({ at, calls }) => ({ at, ...calls }))}
        series={byProtocol}
        format={number}
      />
      <LiveChart
        title={t('traffic.errors_chart')}
        points={points.map(({ at, errors }) => ({ at, ...errors }))}
        series={byProtocol}
        format={number}
      />
      <LiveChart
        title={t('traffic.latency_chart')}
        text={t('traffic.latency_text')}
        points={points.map(({ at, latency }) => ({ at, ...latency[choice] }))}
        series={[
          { name: 'p50', label: 'p50', color: 'teal.6' },
          { name: 'p95', label: 'p95', color: 'yellow.6' },
          { name: 'p99', label: 'p99', color: 'red.6' },
        ]}
        format={ms}
      />
    </Stack>
  )
}

interface Series {
  readonly name: string
  readonly label: string
  readonly color: string
}

interface Props {
  readonly title: string
  /** What is to be known for reading it. */
  readonly text?: string
  /** Each with when it was (`at`, milliseconds since 1970) and a value by the name of each series. */
  readonly points: readonly { readonly at: number; readonly [name: string]: number | null }[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
}

/** Lines over the last minutes; the newest is on the right, and stays there. */
function LiveChart({ title, text, points, series, format }: Props) {
  const { t, i18n } = useTranslation('system')
  const newest = points.at(-1)
  const end = newest?.at ?? 0
  const now = series
    .map(({ name, label }) => {
      const value = newest?.[name] ?? null
      return `${label} ${value === null ? '–' : format(value)}`
    })
    .join(', ')
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {text && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <div role="img" aria-label={`${title}: ${now}`}>
        <LineChart
          h={170}
          data={[...points]}
          dataKey="at"
          series={series.map((one) => ({ ...one }))}
          curveType="monotone"
          connectNulls
          withDots={points.length < 2}
          withLegend
          legendProps={{ verticalAlign: 'bottom', height: 28 }}
          strokeWidth={2}
          valueFormatter={format}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 4, right: 12, bottom: 0, left: 0 } }}
          xAxisProps={{
            type: 'number',
            domain: [end - keptForMs, end],
            ticks: [0, 1, 2, 3, 4, 5].map((minutes) => end - keptForMs + minutes * 60_000),
            tickFormatter: (at: number) =>
              at >= end ? t('traffic.now') : relative(Math.round((at - end) / 1_000), i18n.language),
            allowDataOverflow: true,
          }}
          yAxisProps={{ width: 64, tickCount: 3, domain: [0, (max: number) => Math.max(max, 1)] }}
          tooltipProps={{ isAnimationActive: false }}
        />
      </div>
    </Stack>
  )
}
