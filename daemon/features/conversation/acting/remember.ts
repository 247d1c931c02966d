import type { ActionResult, RetrievedMemory } from '../../../language/turn.ts'
import type { Act } from '../../../language/message.ts'
import type { Remembering, Setting } from './remembering.ts'

/** So many memories are looked at for what is corrected. */
const candidates = 30
/** What corrects something means much the same, by the cosine. */
const sameSubject = 0.5

/**
 * Opens what keeps what is told, word for word; what it corrects is history from then on. `contradicting` asks which is right
 * of two things that cannot both be.
 */
export function openRemember(
  memory: Remembering,
  contradicting: (member: string, memory_uuid: string) => void,
) {
  /** The memory that a correction is of; null where that is open: then both stay, the newer one first. */
  const corrected = async (
    content: string,
    own: string,
    { member, before }: Setting,
  ): Promise<RetrievedMemory | null> => {
    const last = before.memory_uuids
      .flatMap((uuid) => memory.find(member, uuid) ?? [])
      .filter((one) => one.memory_uuid !== own)
    const near = await memory.recall(member, content, candidates)
    const like = near.filter((one) => one.memory_uuid !== own && one.superseded_by === null)
    const [nearest] = like
    const named = last.find((one) =>
      like.slice(0, 3).some(({ memory_uuid }) => memory_uuid === one.memory_uuid),
    )
    return named ?? (nearest && nearest.semantic >= sameSubject ? nearest : null)
  }

  return async (
    { content, corrects }: Extract<Act, { kind: 'tell' }>,
    setting: Setting,
  ): Promise<ActionResult> => {
    const { member, source } = setting
    const { memory_uuid, known, updates } = await memory.remember(member, { content, kind: 'note' }, source)
    const wrong = corrects && !known ? await corrected(content, memory_uuid, setting) : null
    if (!wrong || wrong.said_by !== null) {
      if (!known) contradicting(member, memory_uuid)
      return { kind: 'kept', memory_uuid, content, known, updates }
    }
    memory.supersede(member, memory_uuid, wrong.memory_uuid)
    return { kind: 'corrected', memory_uuid, content, before: wrong.memory_uuid }
  }
}
