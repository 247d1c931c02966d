import { useState } from 'react'

/** The last value that there was, for as long as there is none: a list stays while its next page is on its way. */
export function useSteady<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
