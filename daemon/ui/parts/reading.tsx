import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from './failure.tsx'

interface Props<T> {
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly children: (data: T) => React.ReactNode
}

/** Shows what is read once it is there; until then that it is on its way, or why it is not. */
export function Reading<T>({ of: { data, error, refetch }, children }: Props<T>) {
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
