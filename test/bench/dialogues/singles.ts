import type { Stage } from './player.ts'
import { holdsAny, isSure, plain, type Tally, unquoted } from './tally.ts'

/** One message, and what may be concluded from it; see `test/dialogues/README.md`. */
export interface Single {
  readonly trap: string
  readonly before?: readonly string[]
  readonly text: string
  readonly at: string
  readonly sentences: readonly { readonly text: string; readonly worth: string }[]
  readonly probes: readonly {
    readonly text: string
    readonly right: readonly string[]
    readonly wrong: readonly string[]
  }[]
}

export async function playSingles(singles: readonly Single[], tally: Tally, stage: Stage): Promise<void> {
  for (const single of singles) await playSingle(stage, single, tally)
}

async function playSingle(stage: Stage, single: Single, tally: Tally): Promise<void> {
  const person = await stage.person('Robin')
  stage.at(single.at)
  for (const text of single.before ?? []) await person.say(text)
  await person.say(single.text)
  const messages = [...(single.before ?? []), single.text].map(plain)
  for (const { content } of await person.memories())
    tally.count(
      'singles',
      'memories verbatim',
      messages.some((text) => text.includes(plain(content))),
    )
  for (const { text, right, wrong } of single.probes) {
    const reply = await person.say(text)
    const claims = holdsAny(unquoted(reply.content), wrong)
    if (right.length === 0) {
      tally.count(`singles, ${single.trap}`, 'asserts nothing', !isSure(reply) || !claims)
      tally.count('singles', 'asserts nothing', !isSure(reply) || !claims)
    } else {
      const answered =
        holdsAny(reply.content, right) && !(claims && !holdsAny(unquoted(reply.content), right))
      tally.count(`singles, ${single.trap}`, 'answered', answered)
      tally.count('singles', 'answered', answered)
    }
    tally.example(`single ${single.trap}`, single.text, text, `${reply.confidence} ${reply.content}`)
  }
}
