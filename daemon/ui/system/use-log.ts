import { useState } from 'react'
import type { OutputOf } from '../../client/types.ts'
import { type Live, useLive } from '../api/operations.ts'
import { useSteady } from './use-steady.ts'

/** The levels of the log, the least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

interface Wanted {
  readonly level: LogLevel
  /** Text in a line; empty for all. */
  readonly q: string
  /** Whether new lines are to come by themselves. */
  readonly follow: boolean
}

/** The newest lines of the log; those that were there when nobody wanted to follow any more. */
export function useLog({ level, q, follow }: Wanted): Live<OutputOf<'gateway.logs'>> {
  const wanted = `${level} ${q}`
  const { data: told, error } = useLive('gateway.logs', { level, limit: 100, ...(q === '' ? {} : { q }) })
  const [shown, setShown] = useState({ wanted, told })
  const fresh = told !== undefined && told !== shown.told
  if (fresh && (follow || shown.told === undefined || shown.wanted !== wanted)) setShown({ wanted, told })
  // What was shown before fits nothing where what is wanted now cannot be told.
  return useSteady({ data: error && !told ? undefined : shown.told, error })
}
