import type { Mending } from './use-mending.ts'
import type { Outgoing } from './outgoing.ts'
import { OwnWords } from './own-words.tsx'
import { Undelivered } from './undelivered.tsx'

/** What was said and is not in the history yet. */
export function OutgoingMessage({
  outgoing,
  mending,
}: {
  readonly outgoing: Outgoing
  readonly mending: Mending
}) {
  return (
    <OwnWords text={outgoing.content} state={outgoing.state}>
      {outgoing.state === 'failed' && <Undelivered outgoing={outgoing} mending={mending} />}
    </OwnWords>
  )
}
