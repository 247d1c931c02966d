import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { fitOf } from '../../../daemon/language/en/answers/evidence.ts'
import type { Hit } from '../../../daemon/language/en/answers/second-quote.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { clientOf } from '../../support/imported.ts'

const batch = 500
const [told, apart] = [4, 2 * 86_400_000]
/** No search takes more, in characters. */
const maxQuestion = 900

/** What somebody has told, when, in milliseconds since the epoch, and with what else. */
interface Told {
  readonly content: string
  readonly at: number
  readonly sitting: number
}

/** A daemon whose embedding model and search are learned from. */
export async function openTeacher() {
  const daemon = await startTestDaemon({
    clock: systemClock,
    environment: { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' },
  })
  const owner = await daemon.owner()
  const ownClient = clientOf(daemon, owner)
  let members = 0

  /** A member of their own, who has told this; answers how their memory is searched, the best first. */
  const searchIn = async (memories: readonly Told[]) => {
    const client = clientOf(daemon, await daemon.member(owner, `learner${(members += 1)}`))
    const sittings = new Map(memories.map(({ sitting }) => [sitting, randomUUID()]))
    await client.call('memory.store_many', {
      memories: memories.map(({ content, at, sitting }) => ({
        content,
        told_at: new Date(at).toISOString(),
        conversation_uuid: sittings.get(sitting) ?? '',
      })),
    })
    return async (q: string): Promise<Hit[]> => {
      const { items } = await client.call('memory.search', {
        q: q.slice(0, maxQuestion),
        limit: 30,
        history: true,
      })
      const memories = items.map(({ memory, score, match }) => ({
        content: memory.content,
        created_at: memory.created_at,
        score,
        semantic: match.semantic,
        keyword: match.keyword,
        superseded_by: memory.superseded_by,
      }))
      return memories.toSorted((one, other) => fitOf(other) - fitOf(one))
    }
  }

  return {
    /** What texts mean, as the conversation has it. */
    embed: async (texts: readonly string[]): Promise<Float32Array[]> => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += batch) {
        const some = texts.slice(at, at + batch)
        const made = await ownClient.call('models.embed', { texts: some, purpose: 'passage' })
        vectors.push(...made.vectors.map((vector) => Float32Array.from(vector)))
      }
      return vectors
    },

    /** A member of their own, who tells some sentences over some weeks; answers how their memory is searched. */
    searchOf: (sentences: readonly string[]) =>
      searchIn(
        sentences.map((content, at) => ({
          content,
          at: Date.now() - (sentences.length - at) * apart,
          sitting: Math.floor(at / told),
        })),
      ),

    searchIn,

    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  }
}
