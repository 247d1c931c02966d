import { createContext, use, useEffect, useReducer } from 'react'
import type { OutputOf } from '../../../client/types.ts'
import { type Live, useLive } from '../../api/operations.ts'
import { noTraffic, observe, type Point, type Traffic } from './traffic.ts'

type Stats = OutputOf<'gateway.stats'>

interface TrafficSeen {
  readonly stats: Live<Stats>
  readonly points: readonly Point[]
}

const TrafficContext = createContext<TrafficSeen>({ stats: { data: undefined, error: null }, points: [] })

const look = (traffic: Traffic, { stats, at }: { stats: Stats; at: number }) => observe(traffic, stats, at)

/** Watches how calls go for as long as the page is open, whatever section of it is shown. */
export function TrafficProvider({ children }: { readonly children: React.ReactNode }) {
  const stats = useLive('gateway.stats')
  const [{ points }, see] = useReducer(look, noTraffic)
  const { data } = stats
  useEffect(() => {
    if (data) see({ stats: data, at: Date.now() })
  }, [data])
  return <TrafficContext value={{ stats, points }}>{children}</TrafficContext>
}

/** How calls went, and the points of the last minutes. */
export const useTraffic = (): TrafficSeen => use(TrafficContext)
