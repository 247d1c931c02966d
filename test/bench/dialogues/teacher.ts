import { randomUUID } from 'node:crypto'
import { fitOf, type Hits } from '../../../daemon/features/conversation/answering/evidence.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { clientOf } from '../../support/imported.ts'

const batch = 500
const [told, apart] = [4, 2 * 86_400_000]

/** A daemon whose embedding model and search are learned from. */
export async function openTeacher() {
  const daemon = await startTestDaemon({ environment: { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' } })
  const owner = await daemon.owner()
  const ownClient = clientOf(daemon, owner)
  let members = 0

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
    searchOf: async (sentences: readonly string[]) => {
      const client = clientOf(daemon, await daemon.member(owner, `learner${(members += 1)}`))
      let conversation_uuid = randomUUID()
      const memories = sentences.map((content, at) => {
        if (at % told === 0) conversation_uuid = randomUUID()
        const told_at = new Date(Date.now() - (sentences.length - at) * apart).toISOString()
        return { content, told_at, conversation_uuid }
      })
      await client.call('memory.store_many', { memories })
      return async (q: string): Promise<Hits> => {
        const { items } = await client.call('memory.search', { q, limit: 30 })
        const found = items.map(({ memory, score, match }) => ({
          content: memory.content,
          score,
          semantic: match.semantic,
          keyword: match.keyword,
          superseded_by: memory.superseded_by,
        }))
        return found.toSorted((one, other) => fitOf(other) - fitOf(one))
      }
    },

    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  }
}
