import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { keyOf } from '../../support/wire/keys.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'

/** How many calls of one caller may wait. */
const limit = 24

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })
await daemon.member(owner, 'noa')

const put = async (token: string, input: object = {}, at: TestDaemon = daemon) => {
  const body = { interaction_type: 'approval', prompt: 'Deploy?', ...input }
  const answer = await rest(at, 'POST /interactions', { token, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.interaction.interaction_id as string
}
/** Does something as Mia, who signs in for it: by the clock, her last token may have run out. */
const act = async (id: string, action: string, body?: object) => {
  const { access_token: token } = await signIn(daemon, 'mia')
  const answer = await rest(daemon, `POST /interactions/${id}/${action}`, { token, ...(body && { body }) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const get = (token: string, id: string, at: TestDaemon = daemon) =>
  fetch(`${at.file.base_url}/interactions/${id}?wait=60`, { headers: { authorization: `Bearer ${token}` } })
const newKey = async () => (await keyOf(daemon, 'mia', ['ask'])).key

/** Fills a caller's calls that wait: one more is refused once they all do. */
async function fill(token: string, id: string, at: TestDaemon = daemon) {
  const waiting: Promise<Response>[] = []
  const refused = new Promise<Response>((resolve) => {
    for (let call = 0; call <= limit; call += 1) {
      const answer = get(token, id, at)
      waiting.push(answer)
      void answer.then((response) => response.status === 429 && resolve(response))
    }
  })
  const { status, headers } = await refused
  assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
  return waiting
}

async function acceptedReplies(waiting: readonly Promise<Response>[]) {
  const answers = await Promise.all(waiting)
  const accepted = answers.filter(({ status }) => status !== 429)
  assert.equal(accepted.length, limit)
  return Promise.all(
    accepted.map(async (answer) => ({ status: answer.status, body: (await answer.json()) as never })),
  )
}
const statuses = async (waiting: readonly Promise<Response>[]) =>
  new Set(
    (await acceptedReplies(waiting)).map(
      ({ body }: { body: { interaction: { status: string } } }) => body.interaction.status,
    ),
  )

/** Lets the time pass until a promise has settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  for (;;) {
    const over = await Promise.race([
      promise.then(() => true),
      new Promise<false>((resolve) => setImmediate(resolve, false)),
    ])
    if (over) return promise
    clock.advance(1_000)
  }
}

describe('A call that waits', () => {
  it('is answered as soon as the interaction is over, and so are all others', async () => {
    const key = await newKey()
    const id = await put(key)
    const waiting = await fill(key, id)
    await act(id, 'approve')
    assert.deepEqual(await statuses(waiting), new Set(['approved']))
  })

  it('is not answered by what is not the end', async () => {
    const key = await newKey()
    const id = await put(key, { requirement: 'optional' })
    const waiting = await fill(key, id)
    for (const [action, body] of [
      ['defer', { defer_seconds: 5 }],
      ['reopen', undefined],
      ['dismiss', undefined],
      ['reopen', undefined],
      ['reject', undefined],
    ] as const)
      await act(id, action, body)
    assert.deepEqual(await statuses(waiting), new Set(['rejected']))
  })

  it('is answered where a notice was seen and put aside', async () => {
    const key = await newKey()
    const id = await put(key, { interaction_type: 'ack', requirement: 'optional' })
    const waiting = await fill(key, id)
    await act(id, 'dismiss')
    assert.deepEqual(await statuses(waiting), new Set(['dismissed']))
  })

  for (const protocol of ['REST', 'WebSocket'] satisfies Protocol[]) {
    const wait = (token: string, interaction_id: string, seconds: unknown) =>
      protocols[protocol](daemon)(token, 'interactions.get', { interaction_id, wait: seconds })

    it(`is answered after its seconds as things are then (${protocol})`, async () => {
      const key = await newKey()
      const id = await put(key)
      const before = clock.now()
      const { status, result } = await settled(wait(key, id, 60))
      assert.deepEqual([status, result.interaction.status], [200, 'pending'])
      assert.ok(clock.now() - before >= 60_000)
    })

    it(`is answered at once where it is over already (${protocol})`, async () => {
      const key = await newKey()
      const id = await put(key)
      await act(id, 'reject')
      assert.equal((await wait(key, id, 60)).result.interaction.status, 'rejected')
    })

    it(`is refused where the interaction expires in the meantime (${protocol})`, async () => {
      const key = await newKey()
      const id = await put(key, { expires_in_seconds: 20 })
      const { status, detail } = await settled(wait(key, id, 60))
      assert.deepEqual([status, detail], [410, 'interaction expired'])
    })

    it(`waits for one to 60 seconds (${protocol})`, async () => {
      const key = await newKey()
      const id = await put(key)
      for (const seconds of [0, 61, 'long'])
        assert.equal((await wait(key, id, seconds)).status, 400, String(seconds))
    })
  }

  it('waits for nothing that is not the caller’s', async () => {
    const id = await put((await signIn(daemon, 'olga')).access_token)
    assert.equal((await get(await newKey(), id)).status, 404)
  })

  it('takes nothing from the calls of another caller', async () => {
    const [first, second] = [await newKey(), await newKey()]
    const id = await put(first)
    const waiting = await fill(first, id)
    const other = await put(second)
    const others = await fill(second, other)
    for (const one of [id, other]) await act(one, 'approve')
    assert.deepEqual(
      [await statuses(waiting), await statuses(others)],
      [new Set(['approved']), new Set(['approved'])],
    )
  })
})

describe('Whoever may no longer call hears of nothing that happens after that', () => {
  it('a key that is revoked while it waits', async () => {
    const { key, key_uuid } = await keyOf(daemon, 'mia', ['ask'])
    const id = await put(key)
    const waiting = await fill(key, id)
    const { access_token: token } = await signIn(daemon, 'mia')
    await rest(daemon, `DELETE /auth/keys/${key_uuid}`, { token })
    assert.deepEqual(await statuses(waiting), new Set(['pending']))
    await act(id, 'approve')
  })

  it('a session that ends while it waits', async () => {
    const { access_token: token } = await signIn(daemon, 'noa')
    const id = await put(token)
    const waiting = await fill(token, id)
    await rest(daemon, 'POST /auth/logout', { token, payload: {} })
    assert.deepEqual(await statuses(waiting), new Set(['pending']))
  })
})

describe('A daemon that stops', () => {
  it('lets nobody wait', async () => {
    const stopping = await startTestDaemon()
    const { access_token: token } = await stopping.owner()
    const id = await put(token, {}, stopping)
    const waiting = await fill(token, id, stopping)
    await stopping[Symbol.asyncDispose]()
    assert.deepEqual(await statuses(waiting), new Set(['pending']))
  })
})
