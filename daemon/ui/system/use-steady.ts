import { useState } from 'react'
import type { Live } from '../api/operations.ts'

/** The last value that there was, for as long as there is none: a list stays while its next page is on its way. */
export function useSteady<T>(live: Live<T>): Live<T> {
  const { data, error } = live
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data === undefined && !error ? { data: last, error } : live
}
