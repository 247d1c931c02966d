import type { Finding } from '../../../language/language.ts'
import type { Forgetting } from '../../../language/forgetting.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'
import { type ForgetMatches, isKept, isOfDay, isOwn, type Lookup, maxAtOnce, unique } from './lookup.ts'
import type { Remembering, Setting } from './remembering.ts'
import type { Message, TranscriptSearch } from './transcript-search.ts'

/** Opens what finds what a member wants forgotten by the words of a language alone. */
export function openFindingByWords(memory: Remembering, transcript: TranscriptSearch, lookup: Lookup) {
  const { keptOf, inPlace, saidBefore } = lookup
  const nothing: ForgetMatches = { matches: [], candidates: [], besides: [] }

  /** What was said of the same and is in no memory. */
  const besidesOf = (
    wanted: Forgetting,
    setting: Setting,
    finding: Finding,
    matches: readonly RetrievedMemory[],
  ): Message[] => {
    const messages = transcript.all(setting.member, setting.source)
    const own =
      wanted.about === ''
        ? []
        : messages.filter((one) => !isKept(one, memory.newest(setting.member, maxAtOnce)))
    if (wanted.everything) return wanted.since === null ? [] : own
    if (wanted.all) return [...finding.speakingOf(wanted.about, own)].filter((one) => !isKept(one, matches))
    return matches.length > 0 ? [] : [...finding.matchMemories(wanted, own).matches]
  }

  return async (wanted: Forgetting, setting: Setting, told: ReadonlySet<string>): Promise<ForgetMatches> => {
    const { member, wording } = setting
    const { finding } = wording
    const { about, everything } = wanted
    if (finding === null) return nothing
    if (wanted.unsaid !== null && about === '') return saidBefore(wanted.unsaid, setting)
    const isThen = isOfDay(wanted, setting)
    const isWanted = (one: Pick<RetrievedMemory, 'content' | 'created_at'>) =>
      isThen(one) && !finding.isSpared(wanted, one.content)
    const placed = inPlace(wanted, setting)
    if (placed.length > 0) {
      const matches = keptOf(member, placed).filter(isWanted)
      return {
        matches,
        candidates: [],
        besides: placed.filter((one) => isWanted(one) && !isKept(one, matches)),
      }
    }
    const own = memory
      .newest(member, maxAtOnce)
      .filter((one) => isOwn(one) && !told.has(one.memory_uuid) && isWanted(one))
    if (everything) {
      const besides = wanted.since === null ? [] : besidesOf(wanted, setting, finding, own).filter(isWanted)
      return { matches: own, candidates: [], besides }
    }
    if (about === '') return nothing
    const { matches, candidates } = finding.matchMemories(wanted, own)
    return {
      matches: unique(matches),
      candidates: unique(candidates),
      besides: besidesOf(wanted, setting, finding, matches).filter(isWanted),
    }
  }
}
