import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'

const { daemon, owner: olga, member: mia } = await household()

const endless = (words: number) => `What is ${'her workmate his …. '.repeat(words)} called?`
/** Each kept a daemon busy for seconds up to a minute, while nobody else got an answer. */
const slow: Readonly<Record<string, string>> = {
  'a day that never comes': 'Remind me every 30 February. '.repeat(109).trim(),
  'a number of days that is none': 'Remind me on the 0 of every month. '.repeat(90).trim(),
  'short questions': 'Who? What? Why? When? Where? '.repeat(16).trim(),
  'a question without an end': endless(398),
  'a date in the middle of dates': `No, it's ${'2 minutes '.repeat(780)}`.trim(),
}
/** What the main thread may take for one of them, in milliseconds: a tenth of what the least of them took. */
const maxMainThreadMs = 400

const say = ({ access_token: token }: TestMember, content: string) =>
  rest(daemon, 'POST /conversation/message', { token, payload: { content } })

/** Gives Mia's questions much to be looked for in. */
async function tellMuch() {
  const { access_token: token } = mia
  for (let at = 0; at < 30; at += 1) {
    const content = `Who, what, why, when or where, ${at}: ${'my neighbour Weber works in the post office. '.repeat(170)}`
    const { status, body } = await rest(daemon, 'POST /memory/store', { token, payload: { content } })
    assert.equal(status, 201, JSON.stringify(body))
  }
}

/** What the processor has done for this thread, in which the daemon is as well, in milliseconds. */
function mainThreadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

describe('Many messages of one member', () => {
  it('leave room for one of another member, and for everything else that is asked', async () => {
    const order: string[] = []
    const note = async (name: string, request: Promise<Answer>) => {
      const { status } = await request
      order.push(`${name} ${status}`)
    }
    const mias = Array.from({ length: 6 }, (_, at) => note(`mia's ${at}`, say(mia, endless(80))))
    const { access_token: token } = olga
    await Promise.all([
      note('profile', rest(daemon, 'GET /auth/profile', { token })),
      note('memories', rest(daemon, 'GET /memory/search?q=Weber', { token })),
      note('interactions', rest(daemon, 'GET /interactions', { token })),
      note("olga's", say(olga, 'My aunt is called Nadia.')),
    ])
    const before = order.filter((name) => name.startsWith('mia'))
    assert.ok(before.length <= 3, order.join(', '))
    await Promise.all(mias)
    assert.deepEqual(
      order.filter((name) => !name.endsWith(' 200')),
      [],
    )
  })

  it('wait for one another as long as they can be answered in time; more are refused', async () => {
    const content = 'Good morning!'
    const answers = await Promise.all(Array.from({ length: 30 }, () => say(mia, content)))
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0 && refused.length < 30)
    for (const { status, body, headers } of refused) {
      assert.equal(`${status} ${body.error.code}`, '429 RATE_LIMITED')
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
    const { status } = await say(mia, content)
    assert.equal(status, 200)
  })
})

describe('A message that takes long to read', () => {
  it('is not read on the thread that serves everybody', async () => {
    await tellMuch()
    const taken: Record<string, number> = {}
    for (const [name, content] of Object.entries(slow)) {
      const before = mainThreadMs()
      const { status, body } = await say(mia, content)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      taken[name] = Math.round(mainThreadMs() - before)
    }
    const tooLong = Object.entries(taken).filter(([, ms]) => ms > maxMainThreadMs)
    assert.deepEqual(tooLong, [], JSON.stringify(taken))
  })

  it('is kept as it was written', async () => {
    const { body } = await rest(daemon, 'GET /conversation/history?limit=50', { token: mia.access_token })
    const contents = new Set(body.data.items.map(({ content }: { content: string }) => content))
    const missing = Object.keys(slow).filter((name) => !contents.has(slow[name]))
    assert.deepEqual(missing, [])
  })
})
