import type { Stage } from './player.ts'
import { holdsAny, isSure, type Tally } from './tally.ts'

/** What somebody told, and a question; see `test/dialogues/README.md`. */
export interface AnsweredQuestion {
  readonly told: readonly { readonly at: string; readonly text: string }[]
  readonly question: { readonly at: string; readonly text: string }
  /** Nothing where nothing that was told answers. */
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

/** What marks a quote as what was before. */
const before = /\b(?:earlier|before|früher)\b/i

export async function playAnswers(
  questions: readonly AnsweredQuestion[],
  tally: Tally,
  stage: Stage,
): Promise<void> {
  for (const { told, question, right, wrong } of questions) {
    const person = await stage.person('Robin')
    for (const { at, text } of told) {
      stage.at(at)
      await person.say(text)
    }
    stage.at(question.at)
    const reply = await person.say(question.text)
    const claims = holdsAny(reply.content, wrong)
    const is =
      right.length === 0
        ? !isSure(reply)
        : holdsAny(reply.content, right) && (!claims || before.test(reply.content))
    const kind = right.length === 0 ? 'refused where nothing answers' : 'right'
    tally.count('answers', kind, is)
    tally.count('answers', 'as they should be', is)
    if (!is) tally.example('answer', ...told.map(({ text }) => text), question.text, reply.content)
  }
}
