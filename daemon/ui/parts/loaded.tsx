import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Live } from '../api/operations.ts'
import { FailureAlert } from './feedback.tsx'

interface Props<T> {
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly children: (data: T) => React.ReactNode
}

/** Shows what is read once it is there; until then that it is on its way, or why it is not. */
export function Loaded<T>({ of: { data, error, refetch }, children }: Props<T>) {
  if (data !== undefined) return children(data)
  return error ? <FailureAlert error={error} retry={() => void refetch()} /> : <Loading />
}

/** Stands where something is on its way. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTranslation()
  return (
    <Stack role="status" aria-label={t('wait.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all the same
        <Skeleton key={line} height={56} radius="lg" />
      ))}
    </Stack>
  )
}

interface LiveLoadedProps<T> {
  readonly of: Live<T>
  /** How much room it will take, about. */
  readonly lines?: number
  readonly children: (value: T) => React.ReactNode
}

/** Shows what is told live once it has been told for the first time, and why where it cannot be told. */
export function LiveLoaded<T>({ of: { data, error }, lines = 3, children }: LiveLoadedProps<T>) {
  return (
    <>
      {error && <FailureAlert error={error} />}
      {data !== undefined && children(data)}
      {!error && data === undefined && <Loading lines={lines} />}
    </>
  )
}
