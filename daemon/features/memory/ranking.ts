/** A memory that may be the answer, with what speaks for it. */
export interface Candidate {
  readonly memory_id: number
  /** Cosine of the question's and its meaning. */
  readonly semantic: number
  /** The share of the question's telling words that it has, 0 to 1. */
  readonly share: number
  /** Of its content, in characters. */
  readonly length: number
  /** Where it was said. */
  readonly conversation_uuid: string | null
  readonly importance: number
  readonly strength: number
  readonly pinned: boolean
  /** Milliseconds since the epoch. */
  readonly created_at: number
  readonly last_accessed_at: number
  /** Whether a newer one holds instead. */
  readonly superseded: boolean
}

export interface Ranked {
  readonly memory_id: number
  readonly score: number
  readonly semantic: number
  readonly keyword: number
  readonly context: number
  readonly why: string
}

const day = 86_400_000
/** How much of its neighbours' score a turn of a conversation gets. */
const neighbourShare = 0.2
/** The most that importance and age may add or take, as a share of the score: they decide between equals only. */
const gentle = { importance: 0.1, recency: 0.05, pinned: 0.1 }
const superseded = 0.5
/** The cosine below which a memory that shares no word is no answer. */
const minMeaning = 0.1
/** Days after which a memory that nobody asked for is half as important; each time it was told again doubles them. */
const halfLife = 180

/** What a memory is worth now: fades by half every 180 days without use, slower the more often it was told; pinned, never. */
export function importanceNow(
  {
    importance,
    strength,
    pinned,
    last_accessed_at,
  }: Pick<Candidate, 'importance' | 'strength' | 'pinned' | 'last_accessed_at'>,
  now: number,
): number {
  if (pinned) return importance
  const days = Math.max(0, now - last_accessed_at) / day
  return importance * 0.5 ** (days / (halfLife * strength))
}

/** Of BM25: how soon more of a word counts no more, and how much a long text is held against itself. */
const [saturation, lengthShare] = [1.2, 0.75]
/** The length that is no advantage, in characters: fixed, so that what others have changes nothing. */
const middling = 80

/** What BM25 gives for the words, 0 to 1, as a share of what a text of middling length has that has all of them. */
function keywordOf({ share, length }: Candidate): number {
  const held = 1 - lengthShare + (lengthShare * length) / middling
  return Math.min(1, (share * (saturation + 1)) / (1 + saturation * held))
}

/**
 * Ranks candidates. The words' score plus `weight` times the cosine (how much a meaning counts against words is a
 * property of the model), plus 0.2 of what the neighbours in the same conversation score; then importance, recency and
 * a pin weigh gently. `neighbours` gives the ids of the turns before and after; `now` is in milliseconds since the epoch.
 */
export function rank(
  candidates: readonly Candidate[],
  weight: number,
  neighbours: (memory_id: number) => readonly number[],
  now: number,
): Ranked[] {
  const fused = new Map(
    candidates.map((candidate) => [
      candidate.memory_id,
      keywordOf(candidate) + weight * Math.max(0, candidate.semantic),
    ]),
  )
  const ranked = candidates.map((candidate): Ranked => {
    const { memory_id, semantic } = candidate
    const keyword = keywordOf(candidate)
    const context = neighbourShare * sum(neighbours(memory_id).map((neighbour) => fused.get(neighbour) ?? 0))
    const score = ((fused.get(memory_id) ?? 0) + context) * worthOf(candidate, now)
    return { memory_id, score, semantic, keyword, context, why: explain(candidate, keyword, context) }
  })
  return (
    ranked
      // What has nothing to do with the question is no answer, however few there are.
      .filter(({ semantic, keyword, context }) => keyword > 0 || context > 0 || semantic >= minMeaning)
      .toSorted((a, b) => b.score - a.score || b.memory_id - a.memory_id)
  )
}

/** The memory's own weight, independent of the query: about 1. */
function worthOf(candidate: Candidate, now: number): number {
  const recency = 0.5 ** (Math.max(0, now - candidate.created_at) / (365 * day))
  const worth =
    1 +
    gentle.importance * (importanceNow(candidate, now) - 0.5) +
    gentle.recency * (recency - 0.5) +
    (candidate.pinned ? gentle.pinned : 0)
  return candidate.superseded ? worth * superseded : worth
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

function explain({ semantic, pinned, superseded }: Candidate, keyword: number, context: number): string {
  const reasons = [
    semantic >= 0.6 ? 'means much the same' : semantic >= 0.35 ? 'is about something like it' : null,
    keyword >= 0.6 ? 'has most of the telling words' : keyword > 0 ? 'shares words' : null,
    context > 0.2 ? 'was said beside what fits' : null,
    pinned ? 'is pinned' : null,
    superseded ? 'a newer one holds' : null,
  ].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons.join('; ') : 'is the nearest there is'
}
