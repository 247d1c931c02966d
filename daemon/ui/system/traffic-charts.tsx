import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveChart } from './live-chart.tsx'
import { millisecondsText, numberText } from './formats.ts'
import { type Point, protocols } from './traffic.ts'

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
