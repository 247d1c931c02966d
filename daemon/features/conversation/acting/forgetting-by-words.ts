import type { Finding } from '../../../language/language.ts'
import type { Forgetting } from '../../../language/forgetting.ts'
import type { Recalled } from '../exchange/engine.ts'
import { type Found, isKept, isOfDay, isOwn, type Lookup, maxAtOnce, unique } from './lookup.ts'
import type { Remembering, Setting } from './remembering.ts'
import type { Message, Unkept } from './unkept.ts'

/** Opens what finds what a member wants forgotten by the words of a language alone. */
export function openFindingByWords(memory: Remembering, unkept: Unkept, lookup: Lookup) {
  const { keptOf, inPlace, saidBefore } = lookup
  const nothing: Found = { meant: [], maybe: [], besides: [] }

  /** What was said of the same and is in no memory. */
  const besidesOf = (
    wanted: Forgetting,
    setting: Setting,
    finding: Finding,
    meant: readonly Recalled[],
  ): Message[] => {
    const said = unkept.all(setting.member, setting.said)
    const own =
      wanted.about === '' ? [] : said.filter((one) => !isKept(one, memory.newest(setting.member, maxAtOnce)))
    if (wanted.everything) return wanted.since === null ? [] : own
    if (wanted.all) return [...finding.speakingOf(wanted.about, own)].filter((one) => !isKept(one, meant))
    return meant.length > 0 ? [] : [...finding.meantBy(wanted, own).meant]
  }

  return async (wanted: Forgetting, setting: Setting, told: ReadonlySet<string>): Promise<Found> => {
    const { member, wording } = setting
    const { finding } = wording
    const { about, everything } = wanted
    if (finding === null) return nothing
    if (wanted.unsaid !== null && about === '') return saidBefore(wanted.unsaid, setting)
    const isThen = isOfDay(wanted, setting)
    const isWanted = (one: Pick<Recalled, 'content' | 'created_at'>) =>
      isThen(one) && !finding.isSpared(wanted, one.content)
    const placed = inPlace(wanted, setting)
    if (placed.length > 0) {
      const meant = keptOf(member, placed).filter(isWanted)
      return { meant, maybe: [], besides: placed.filter((one) => isWanted(one) && !isKept(one, meant)) }
    }
    const own = memory
      .newest(member, maxAtOnce)
      .filter((one) => isOwn(one) && !told.has(one.memory_uuid) && isWanted(one))
    if (everything) {
      const besides = wanted.since === null ? [] : besidesOf(wanted, setting, finding, own).filter(isWanted)
      return { meant: own, maybe: [], besides }
    }
    if (about === '') return nothing
    const { meant, maybe } = finding.meantBy(wanted, own)
    return {
      meant: unique(meant),
      maybe: unique(maybe),
      besides: besidesOf(wanted, setting, finding, meant).filter(isWanted),
    }
  }
}
