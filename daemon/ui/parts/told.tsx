import type { Live } from '../api/operations.ts'
import { FailureAlert } from './failure.tsx'
import { Loading } from './reading.tsx'

interface Props<T> {
  readonly of: Live<T>
  /** How much room it will take, about. */
  readonly lines?: number
  readonly children: (value: T) => React.ReactNode
}

/** Shows what is told live once it has been told for the first time, and why where it cannot be told. */
export function Told<T>({ of: { data, error }, lines = 3, children }: Props<T>) {
  return (
    <>
      {error && <FailureAlert error={error} />}
      {data !== undefined && children(data)}
      {!error && data === undefined && <Loading lines={lines} />}
    </>
  )
}
