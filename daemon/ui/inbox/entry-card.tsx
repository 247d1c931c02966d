import { Skeleton } from '@mantine/core'
import { ApiError } from '../../client/errors.ts'
import { useOperation } from '../api/operations.ts'
import { FailureAlert } from '../parts/failure.tsx'
import { ExpiredCard } from './expired-card.tsx'
import { InteractionCard } from './interaction-card.tsx'
import type { Listed } from './interaction.ts'

interface Props {
  readonly entry: Listed
  readonly onDetails: () => void
}

/** One entry of a list: what it asks, and what can be done about it. */
export function EntryCard({ entry, onDetails }: Props) {
  const expired = entry.status === 'expired'
  const { data, error, refetch } = useOperation(
    'interactions.get',
    { interaction_id: entry.interaction_id },
    { enabled: !expired },
  )
  if (expired || (error instanceof ApiError && error.status === 410)) return <ExpiredCard entry={entry} />
  if (data) return <InteractionCard {...data} onDetails={onDetails} />
  return error ? (
    <FailureAlert error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height={180} radius="lg" />
  )
}
