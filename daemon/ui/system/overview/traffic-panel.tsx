import { Skeleton, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Figures } from '../figures.tsx'
import { bytesText, exactTime, millisecondsText, numberText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { useTraffic } from './traffic-provider.tsx'
import { totals } from './traffic.ts'
import { lazyPart } from '../../parts/lazy-part.ts'

const Charts = lazyPart(async () => (await import('./traffic-charts.tsx')).TrafficCharts)

/** How calls go. */
export function TrafficPanel() {
  const { t, i18n } = useTranslation('system')
  const { stats, points } = useTraffic()
  const number = (value: number) => numberText(value, i18n.language)
  const ms = (value: number | null) => (value === null ? '–' : millisecondsText(value, i18n.language))
  return (
    <Panel
      title={t('traffic.title')}
      {...(stats.data
        ? { text: t('traffic.since', { time: exactTime(stats.data.since, i18n.language) }) }
        : {})}
    >
      <LiveLoaded of={stats} lines={5}>
        {({ operations, memory, sessions }) => {
          const { calls, errors, latency } = totals(operations)
          return (
            <Stack>
              <Figures
                of={{
                  [t('traffic.calls')]: number(calls),
                  [t('traffic.errors')]: number(errors),
                  [t('traffic.typical')]: ms(latency.p50),
                  [t('traffic.slow')]: ms(latency.p99),
                  [t('traffic.memory')]: bytesText(memory.rss_bytes, i18n.language),
                  [t('traffic.sessions')]: number(sessions),
                }}
              />
              <Suspense fallback={<Skeleton height={620} radius="lg" />}>
                <Charts points={points} />
              </Suspense>
            </Stack>
          )
        }}
      </LiveLoaded>
    </Panel>
  )
}
