import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Figures } from '../figures.tsx'
import { millisecondsText, numberText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { Addresses } from './addresses.tsx'
import { Health } from './health.tsx'
import { SlowestOperations } from './slowest-operations.tsx'
import { TrafficPanel } from './traffic-panel.tsx'
import { useTraffic } from './traffic-provider.tsx'

/** How the companion runs. */
export function Overview() {
  return (
    <Stack>
      <Health />
      <Addresses />
      <TrafficPanel />
      <SlowestOperations />
      <BusFigures />
    </Stack>
  )
}

/** How messages go between the parts of the daemon. */
function BusFigures() {
  const { t, i18n } = useTranslation('system')
  const { stats } = useTraffic()
  const number = (value: number) => numberText(value, i18n.language)
  return (
    <Panel title={t('bus.title')} text={t('bus.text')}>
      <LiveLoaded of={stats} lines={2}>
        {({ bus }) => (
          <Figures
            of={{
              [t('bus.requests')]: number(bus.requests),
              [t('bus.published')]: number(bus.published),
              [t('bus.delivered')]: number(bus.delivered),
              [t('bus.subscriptions')]: number(bus.subscriptions),
              [t('bus.waiting')]: number(bus.waiting),
              [t('bus.longest')]: millisecondsText(bus.longest_wait_ms, i18n.language),
              [t('bus.dropped')]: number(bus.dropped),
            }}
          />
        )}
      </LiveLoaded>
    </Panel>
  )
}
