import { midnightBefore, momentOf, wallOf } from './local-time.ts'
import { excerpt, keyOf, type Notice, type Noticeable, titleOf } from './notice.ts'
import { wishQuestion } from '../../language/en/agency/wording.ts'
import { wishOf } from '../../language/en/agency/wishes.ts'
import type { TimeContext } from '../../language/en/spoken.ts'

const day = 86_400_000
/** When the companion asks after a wish, in the evening. */
const evening = 18 * 3_600_000
const often = 2
/** How long a suggestion waits for an answer. */
const patience = 30 * day

export class Wishes {
  readonly #said = new Map<
    string,
    { readonly what: string; readonly content: string; readonly from: string[]; times: number }
  >()

  add({ memory_uuid, content, strength }: Noticeable): void {
    const what = wishOf(content)
    if (what === null) return
    const key = keyOf('wish', what)
    const wish = this.#said.get(key)
    if (wish) {
      wish.times += strength
      wish.from.push(memory_uuid)
    } else this.#said.set(key, { what, content, from: [memory_uuid], times: strength })
  }

  /** Those that were said at least twice, as goals that the companion asks after once a week, and the memories of them. */
  notices({ now, time_zone }: TimeContext): (Notice & { readonly from: readonly string[] })[] {
    const first = momentOf(midnightBefore(wallOf(now, time_zone)) + 7 * day + evening, time_zone)
    return [...this.#said]
      .filter(([, { times }]) => times >= often)
      .map(([key, { what, content, from }]) => ({
        key,
        from,
        title: titleOf(what),
        prompt: wishQuestion(excerpt(content)),
        next_run_at: first,
        repeats: 'FREQ=WEEKLY',
        until: now + patience,
      }))
  }
}
