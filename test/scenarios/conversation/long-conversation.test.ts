import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import {
  type Dialogue,
  type Judgement,
  loadDialogue,
  type Partner,
  runDialogue,
  scoreOf,
} from '../../support/conversation/dialogue.ts'
import { some } from '../../support/long.ts'
import { rest } from '../../support/wire/rest.ts'

/** Shorter than an access token lives. */
const signedInFor = 10
const minute = 60_000

/** The engines that answered, beside the partner itself. */
interface BuiltIn extends Partner {
  readonly engines: ReadonlySet<string>
}

/** A member who speaks to the daemon over REST, and signs in again before the token runs out. */
async function partnerOf(daemon: TestDaemon, clock: ManualClock, username: string): Promise<BuiltIn> {
  let { access_token } = await daemon.member(await daemon.owner(), username)
  let signedIn = clock.now()
  const engines = new Set<string>()
  const ask = async (route: string, payload?: object) => {
    const { status, body } = await rest(daemon, route, { token: access_token, ...(payload && { payload }) })
    assert.equal(status, 200, `${route}: ${JSON.stringify(body)}`)
    return body.data
  }
  return {
    engines,
    talk: async (content) => {
      const data = await ask('POST /conversation/message', { content })
      engines.add(data.response.engine)
      return data
    },
    // A reminder comes up once; a goal may also be due.
    goals: async () => {
      const { items } = await ask('GET /agency/goals?limit=200')
      return items.map((goal: Record<'title' | 'status' | 'due_at' | 'next_run_at', string>) => ({
        ...goal,
        due_at: goal.due_at ?? goal.next_run_at,
      }))
    },
    pass: async (minutes) => {
      clock.advance(minutes * minute)
      if (clock.now() - signedIn < signedInFor * minute) return
      ;({ access_token } = await signIn(daemon, username))
      signedIn = clock.now()
    },
  }
}

async function converse(dialogue: Dialogue) {
  const clock = new ManualClock(new Date(dialogue.starts).getTime())
  await using daemon = await startTestDaemon({ clock })
  const partner = await partnerOf(daemon, clock, dialogue.member)
  return { judgements: await runDialogue(dialogue, partner), engines: [...partner.engines] }
}

const inFull = ({ turn, say, reply, reasons }: Judgement) =>
  `wrong at ${turn}: ${say} → ${reply} (${reasons.join('; ')})`
/** A dialogue that is held back loses its worth as a measure once its wording is known. */
const inBrief = ({ turn, note }: Judgement) => `wrong at ${turn}: ${note}`

/** One that it was built with, and one that nobody looked at meanwhile, which is to come up to it; then the others of both. */
const names = some(['practice-1', 'held-1'], ['tune', 'practice-2', 'practice-3', 'practice-4', 'held-2'])
/** The share of questions that must be answered right. */
const aim = 0.9

/** How far what it says of its confidence may be from the truth. */
const leastCalibrated = 0.1

describe('A long conversation with the built-in engine', () => {
  const claims: Judgement[] = []

  for (const name of names) {
    const dialogue = loadDialogue(name)
    it(`gets nine of ten answers right: ${dialogue.title}`, async (t) => {
      const { judgements, engines } = await converse(dialogue)
      const { right, of, rate } = scoreOf(judgements)
      t.diagnostic(`builtin answered ${right} of ${of} right (${(rate * 100).toFixed(1)} %) in ${name}`)
      const describeWrong = name.startsWith('held') ? inBrief : inFull
      for (const judgement of judgements) {
        if (judgement.reasons.length > 0) t.diagnostic(describeWrong(judgement))
      }
      claims.push(...judgements.filter(({ confidence }) => confidence >= 0.5))
      assert.deepEqual(engines, ['builtin'])
      assert.ok(rate >= aim, `${right} of ${of}`)
    })
  }

  it('is answered with a confidence that matches how often it is right', (t) => {
    const { right, of, rate } = scoreOf(claims)
    const sure = claims.reduce((sum, { confidence }) => sum + confidence, 0) / of
    t.diagnostic(`${right} of ${of} claims are right (${rate.toFixed(3)}), said with ${sure.toFixed(3)}`)
    assert.ok(Math.abs(rate - sure) < leastCalibrated)
  })
})
