import { Stack } from '@mantine/core'
import { Addresses } from './addresses.tsx'
import { BusFigures } from './bus-figures.tsx'
import { Health } from './health.tsx'
import { SlowestOperations } from './slowest-operations.tsx'
import { TrafficPanel } from './traffic-panel.tsx'

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
