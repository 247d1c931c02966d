import type { Outbox } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'
import { OwnWords } from './own-words.tsx'
import { Undelivered } from './undelivered.tsx'

/** What was said and is not in the history yet. */
export function OutgoingMessage({
  outgoing,
  outbox,
}: {
  readonly outgoing: Outgoing
  readonly outbox: Outbox
}) {
  return (
    <OwnWords text={outgoing.content} state={outgoing.state}>
      {outgoing.state === 'failed' && <Undelivered outgoing={outgoing} outbox={outbox} />}
    </OwnWords>
  )
}
