import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe } from 'node:test'
import { playChanges, playForgetting, playReminders } from '../../bench/dialogues/commands.ts'
import { onStage, openStage, type Stage } from '../../bench/dialogues/player.ts'
import { playTalk, type Talk } from '../../bench/dialogues/talks.ts'
import { Tally } from '../../bench/dialogues/tally.ts'
import { amount, isLong, itScaled } from '../../support/long.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../dialogues/${name}.json`, import.meta.url), 'utf8'))

/** One of so many of what people say, and all of it in the long tests. */
const part = <T>(commands: readonly T[]) => commands.filter((_, at) => at % amount(60, 1) === 0)

/** The first weeks of a household, with what can be asked by then, and all of it in the long tests. */
function beginningOf(talk: Talk): Talk {
  const sessions = talk.sessions.slice(0, amount(2, Infinity))
  const told = new Set(sessions.flatMap(({ messages }) => messages.map(({ id }) => id)))
  return {
    ...talk,
    sessions,
    questions: talk.questions.filter(({ evidence }) => evidence.every((id) => told.has(id))),
  }
}

type Play<Played> = (played: Played, tally: Tally, stage: Stage) => Promise<void>

let stage: Stage | undefined
after(() => stage?.[Symbol.asyncDispose]())

/** The little of each run is played on one stage; in the long tests that would be a household of a thousand. */
async function tallied<Played>(play: Play<Played>, played: Played): Promise<Tally> {
  const tally = new Tally(false)
  if (isLong) await onStage(play, played, tally)
  else await play(played, tally, (stage ??= await openStage()))
  return tally
}

// What may be looked at while building; `npm run bench:dialogues -- --held` measures what may not.
describe('The built-in engine', () => {
  itScaled('keeps what a household says word for word, and quotes what answers', async (t) => {
    const tally = await tallied(playTalk, beginningOf(read('talks/tune-04')))
    const useful = tally.share('memories', 'useful kept')
    const right = tally.outcomes('right', 'answerable')
    t.diagnostic(`kept ${useful}, right ${right}`)
    assert.equal(tally.share('memories', 'verbatim'), 1)
    assert.ok(tally.share('memories', 'junk') <= 0.2)
    assert.ok(useful >= 0.85)
    assert.ok(right >= 0.9)
    assert.ok(tally.outcomes('refused', 'unknown') >= 0.95)
  })

  itScaled('makes, moves and ends the reminders that people ask for', async () => {
    const tally = await tallied(playReminders, part(read('tune-reminders')))
    assert.ok(tally.share('reminders', 'as they should be') >= 38 / 40)
  })

  itScaled('forgets what people want forgotten', async () => {
    const tally = await tallied(playForgetting, part(read('tune-forgetting')))
    assert.ok(tally.share('forgetting', 'as it should be') >= 27 / 30)
  })

  itScaled('tells what has changed as it is now', async () => {
    const tally = await tallied(playChanges, part(read('tune-changed')))
    assert.ok(tally.share('changed facts', 'right') >= 26 / 33)
  })
})
