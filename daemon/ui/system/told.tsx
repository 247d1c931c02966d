import { Loading } from '../parts/reading.tsx'

interface Props<T> {
  readonly of: T | undefined
  /** How much room it will take, about. */
  readonly lines?: number
  readonly children: (value: T) => React.ReactNode
}

/** Shows what is told live once it has been told for the first time. */
export function Told<T>({ of, lines = 3, children }: Props<T>) {
  return of === undefined ? <Loading lines={lines} /> : children(of)
}
