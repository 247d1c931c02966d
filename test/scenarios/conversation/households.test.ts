import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { playChanges, playForgetting, playReminders } from '../../bench/dialogues/commands.ts'
import { playTalk } from '../../bench/dialogues/talks.ts'
import { Tally } from '../../bench/dialogues/tally.ts'
import { amount } from '../../support/long.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../dialogues/${name}.json`, import.meta.url), 'utf8'))

/** A quarter of what people say, and all of it in the long tests. */
const part = <T>(commands: readonly T[]) => commands.filter((_, at) => at % amount(4, 1) === 0)

// What may be looked at while building; `npm run bench:dialogues -- --held` measures what may not.
describe('The built-in engine', () => {
  it('keeps what a household says word for word, and quotes what answers', async (t) => {
    const tally = new Tally(false)
    await playTalk(read('talks/tune-04'), tally)
    const kept = tally.share('memories', 'useful kept')
    const right = tally.outcomes('right', 'answerable')
    t.diagnostic(`kept ${kept}, right ${right}`)
    assert.equal(tally.share('memories', 'verbatim'), 1)
    assert.ok(tally.share('memories', 'junk') <= 0.2)
    assert.ok(kept >= 0.85)
    assert.ok(right >= 0.9)
    assert.ok(tally.outcomes('refused', 'unknown') >= 0.95)
  })

  it('makes, moves and ends the reminders that people ask for', async () => {
    const tally = new Tally(false)
    await playReminders(part(read('tune-reminders')), tally)
    assert.ok(tally.share('reminders', 'as they should be') >= 38 / 40)
  })

  it('forgets what people want forgotten', async () => {
    const tally = new Tally(false)
    await playForgetting(part(read('tune-forgetting')), tally)
    assert.ok(tally.share('forgetting', 'as it should be') >= 27 / 30)
  })

  it('tells what has changed as it is now', async () => {
    const tally = new Tally(false)
    await playChanges(part(read('tune-changed')), tally)
    assert.ok(tally.share('changed facts', 'right') >= 26 / 33)
  })
})
