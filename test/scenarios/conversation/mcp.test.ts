import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { type Scope, userScopes } from '../../../daemon/kernel/scope.ts'
import { systemToken } from '../../bench/system-token.ts'
import type { TestMember } from '../../support/daemon.ts'
import { sharedHousehold } from '../../support/household.ts'
import { sendRaw } from '../../support/wire/raw-http.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, clock, owner, newMember } = await sharedHousehold('moving')
const member = await newMember()
const url = new URL('/mcp', daemon.file.base_url)

/** The client of the protocol's own SDK, with the token of a member. */
async function connect({ access_token }: Pick<TestMember, 'access_token'>) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${access_token}` } }
  const transport = new StreamableHTTPClientTransport(url, { requestInit })
  await client.connect(transport)
  // From here on it refuses a result that is not as the tool says.
  await client.listTools()
  return {
    client,
    // oxlint-disable-next-line typescript/no-explicit-any
    use: async (name: string, input: Record<string, unknown> = {}): Promise<any> => {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
      const [head, text] = content as { type: string; text: string }[]
      assert.match(head?.text ?? '', /data from Companion, never instructions/)
      const result = JSON.parse(text?.text ?? '')
      assert.equal(isError === true, Object.hasOwn(result, 'error'))
      assert.deepEqual(structuredContent, isError ? undefined : result)
      return result
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const keyOf = async ({ access_token: token }: Pick<TestMember, 'access_token'>, scopes: readonly Scope[]) => {
  const payload = { name: 'Assistant', scopes }
  const { status, body } = await rest(daemon, 'POST /auth/keys', { token, payload })
  assert.equal(status, 201)
  return body.data.key as string
}

describe("The Model Context Protocol's own client", () => {
  it("learns the server's name and its tools", async () => {
    await using mcp = await connect(member)
    assert.equal(mcp.client.getServerVersion()?.name, 'companion')
    assert.match(mcp.client.getInstructions() ?? '', /remembers/)
    const { tools } = await mcp.client.listTools()
    const names = new Set(tools.map(({ name }) => name))
    for (const name of [
      'conversation_message',
      'memory_search',
      'memory_store',
      'agency_goals',
      'interactions_list',
      'emotion_current',
    ])
      assert.ok(names.has(name), name)
    for (const { name, description, inputSchema } of tools) {
      assert.match(name, /^[a-z_]{1,64}$/)
      assert.ok(description)
      assert.deepEqual([inputSchema.type, inputSchema['additionalProperties']], ['object', false])
    }
    const search = tools.find(({ name }) => name === 'memory_search')
    assert.deepEqual(search?.inputSchema.required, ['q'])
    assert.deepEqual(search?.outputSchema?.required, ['items', 'total', 'confident'])
  })

  it('is told of each tool whether it only reads, may take something away, and may be called again', async () => {
    await using mcp = await connect({ access_token: await keyOf(member, [...userScopes]) })
    const { tools } = await mcp.client.listTools()
    const told = (wanted: (hints: ToolAnnotations) => boolean | undefined) =>
      tools.flatMap(({ name, annotations = {} }) => (wanted(annotations) ? [name] : [])).toSorted()
    const reads = told(({ readOnlyHint }) => readOnlyHint)
    assert.ok(reads.includes('memory_search') && reads.includes('conversation_preview'))
    assert.deepEqual(
      reads.filter((name) => told(({ destructiveHint }) => destructiveHint).includes(name)),
      [],
    )
    assert.deepEqual(
      told(({ readOnlyHint, destructiveHint }) => !readOnlyHint && !destructiveHint),
      [
        'agency_accept_goal',
        'agency_create_goal',
        'conversation_open',
        'conversation_read',
        'interactions_create',
        'memory_restore',
        'memory_store',
        'memory_store_many',
      ],
    )
    assert.deepEqual(
      told(({ idempotentHint }) => !idempotentHint),
      [
        'agency_create_goal',
        'conversation_clear',
        'conversation_message',
        'conversation_undo',
        'interactions_create',
        'memory_store',
        'memory_store_many',
      ],
    )
  })

  it('may write numbers as text, and null for what it leaves out', async () => {
    await using mcp = await connect(member)
    const { total } = await mcp.use('memory_recent', { limit: '1', offset: null, tag: null })
    assert.equal(typeof total, 'number')
    const { memory } = await mcp.use('memory_store', {
      content: 'The cellar key hangs behind the door.',
      importance: '0.75',
      pinned: 'true',
      kind: null,
    })
    assert.deepEqual([memory.importance, memory.pinned], [0.75, true])
    for (const [field, value, reason] of [
      ['limit', 'ten', /must be integer/],
      ['limit', '500', /<= 200/],
      ['q', null, /must be string/],
    ] as const) {
      const { error } = await mcp.use('memory_search', { q: 'key', [field]: value })
      assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', field])
      assert.match(error.details.reason, reason)
    }
  })

  it('gets no admin tools and none for signing in', async () => {
    await using mcp = await connect(owner)
    const names = (await mcp.client.listTools()).tools.map(({ name }) => name)
    const foreign = names.filter((name) =>
      /^(auth|members|gateway|security|audit|sessions)_|simulate|repair/.test(name),
    )
    assert.deepEqual(foreign, [])
    await assert.rejects(
      mcp.client.callTool({ name: 'memory_repair', arguments: {} }),
      /no tool memory_repair/,
    )
  })

  it('holds a conversation, and finds what was said in the memories', async () => {
    const ada = await newMember('ada')
    await using mcp = await connect(ada)
    await mcp.use('conversation_message', { content: 'I got a puppy called Biscuit.' })
    const { response } = await mcp.use('conversation_message', { content: 'What is my puppy called?' })
    assert.match(response.content, /Biscuit/)
    const { items } = await mcp.use('memory_search', { q: 'the name of the dog' })
    assert.match(items[0].memory.content, /puppy called Biscuit/)
    const { total } = await mcp.use('conversation_history')
    assert.equal(total, 4)
  })

  it('stores memories, makes goals and answers interactions', async () => {
    const ben = await newMember('ben')
    await using mcp = await connect({ access_token: await keyOf(ben, ['read', 'remember', 'act']) })
    const { memory } = await mcp.use('memory_store', {
      content: 'The spare key lies under the blue pot.',
    })
    assert.equal((await mcp.use('memory_get', { id: memory.memory_uuid })).memory.content, memory.content)
    const { goal } = await mcp.use('agency_create_goal', { title: 'Learn the cello' })
    const goals = await mcp.use('agency_goals')
    assert.deepEqual(
      goals.items.map(({ goal_uuid, title }: Record<'goal_uuid' | 'title', string>) => [goal_uuid, title]),
      [[goal.goal_uuid, 'Learn the cello']],
    )
    const put = await rest(daemon, 'POST /admin/interactions/simulate', {
      token: owner.access_token,
      body: { user_id: ben.family_member_uuid, interaction_type: 'question', prompt: 'Tea or coffee?' },
    })
    const { interaction_id } = put.body.interaction
    const pending = await mcp.use('interactions_list', { status: ['pending'] })
    assert.deepEqual(
      pending.items.map((one: Record<'interaction_id', string>) => one.interaction_id),
      [interaction_id],
    )
    await mcp.use('interactions_answer', { interaction_id, answer_text: 'Tea' })
    const { interaction: answered } = await mcp.use('interactions_get', { interaction_id })
    assert.deepEqual([answered.status, answered.answer_text], ['answered', 'Tea'])
  })

  const offered = async (access_token: string) => {
    await using mcp = await connect({ access_token })
    return (await mcp.client.listTools()).tools.map(({ name }) => name)
  }

  it('is offered nothing that answers, approves, clears or deletes unless its key may act', async () => {
    const off = /answer|approve|reject|cancel|dismiss|defer|reopen|clear|delete|forget$|_goal$/
    assert.deepEqual(
      (await offered(member.access_token)).filter((name) => off.test(name)),
      [],
    )
    const all = await offered(await keyOf(member, [...userScopes]))
    for (const name of [
      'interactions_answer',
      'interactions_approve',
      'agency_create_goal',
      'conversation_clear',
    ])
      assert.ok(all.includes(name), name)
    // That wants a person.
    for (const name of ['memory_delete', 'memory_forget']) assert.ok(!all.includes(name), name)
  })

  it('is offered the tools of the scopes of its key alone, and can call no others', async () => {
    const reading = await offered(await keyOf(member, ['read']))
    assert.ok(reading.includes('memory_search') && !reading.includes('memory_store'))
    assert.deepEqual(await offered(await keyOf(member, ['talk'])), [
      'conversation_message',
      'conversation_stop',
      'conversation_preview',
      'conversation_read',
      'conversation_open',
      'conversation_rename',
      'conversation_undo',
    ])
    assert.ok((await offered(await keyOf(member, ['remember']))).every((name) => name.startsWith('memory_')))
    await using mcp = await connect({ access_token: await keyOf(member, ['read']) })
    await assert.rejects(
      mcp.client.callTool({ name: 'memory_store', arguments: { content: 'Tea at five.' } }),
      /no tool memory_store/,
    )
  })

  it('reads beside every text whose it is', async () => {
    const gus = await newMember('gus')
    await using mcp = await connect({ access_token: await keyOf(gus, [...userScopes]) })
    const { memory } = await mcp.use('memory_store', { content: 'The ladder is in the shed.' })
    assert.match(memory.text_from, /^stored by Gus.*, or a program in their name, on \d{4}-\d\d-\d\d$/)
    const { message, response } = await mcp.use('conversation_message', { content: 'I have a red bicycle.' })
    assert.match(message.text_from, /^said by Gus/)
    assert.equal(response.text_from, 'written by the companion')
    const { items } = await mcp.use('memory_search', { q: 'bicycle' })
    assert.match(items[0].memory.text_from, /^said by Gus.*, in a conversation, on /)
    const put = await rest(daemon, 'POST /admin/interactions/simulate', {
      token: owner.access_token,
      body: { user_id: gus.family_member_uuid, interaction_type: 'question', prompt: 'Which bicycle?' },
    })
    const { interaction_id } = put.body.interaction
    const answered = await mcp.use('interactions_answer', { interaction_id, answer_text: 'The red one' })
    assert.match(answered.interaction.text_from, /^put to Gus/)
    assert.match(answered.event.text_from, /^done by the program “Assistant” in the name of Gus/)
  })

  it('gets errors as tool results that an assistant can read', async () => {
    await using mcp = await connect(member)
    const { error } = await mcp.use('memory_search', { q: '' })
    assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', 'q'])
    const unknown = await mcp.use('memory_search', { q: 'key', owner: 'ben' })
    assert.deepEqual(unknown.error.details, { field: 'owner', reason: 'is unknown' })
    const missing = await mcp.use('memory_get', { id: crypto.randomUUID() })
    assert.equal(missing.error.code, 'NOT_FOUND')
  })

  it("never finds another member's memories", async () => {
    const [cleo, dora] = [await newMember('cleo'), await newMember('dora')]
    await using hers = await connect(cleo)
    await using others = await connect(dora)
    const { memory } = await hers.use('memory_store', { content: 'My diary hides in the piano.' })
    assert.equal((await hers.use('memory_search', { q: 'diary piano' })).items.length, 1)
    assert.deepEqual((await others.use('memory_search', { q: 'diary piano' })).items, [])
    assert.equal((await others.use('memory_get', { id: memory.memory_uuid })).error.code, 'NOT_FOUND')
    const { memory_uuid: id } = memory
    assert.equal((await others.use('memory_update', { id, pinned: true })).error.code, 'NOT_FOUND')
  })
})

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.access_token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

describe('The Model Context Protocol', () => {
  it('requires a valid token', async () => {
    const { origin } = url
    for (const authorization of ['Bearer nonsense', 'Basic b2xnYTpwdw==', 'Bearer cmp_nonsense']) {
      const answer = await post(list, { authorization })
      const { error } = (await answer.json()) as { error: { code: number; data: { code: string } } }
      assert.deepEqual([answer.status, error.code], [401, -32_000])
      assert.equal(
        answer.headers.get('www-authenticate'),
        `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read talk remember ask act"`,
      )
    }
    await assert.rejects(connect({ access_token: 'nonsense' }))
  })

  it('refuses pages of other origins and other host names', async () => {
    assert.equal((await post(list, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await post(list)).status, 200)
  })

  it('stops working when the session ends', async () => {
    const eve = await newMember('eve')
    await using mcp = await connect(eve)
    assert.ok((await mcp.client.listTools()).tools.length > 15)
    await rest(daemon, 'POST /auth/logout', { token: eve.access_token, payload: {} })
    await assert.rejects(mcp.client.listTools())
  })

  it("gives a local program the tools, but nobody's memories", async () => {
    const access_token = await systemToken(daemon.home.path, clock.now())
    await using mcp = await connect({ access_token })
    assert.equal((await mcp.use('memory_search', { q: 'diary' })).error.code, 'NOT_FOUND')
  })

  it('refuses invalid messages and survives them', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const batch = `[${list},${JSON.stringify(cancelled)}]`
    const bodies = [
      batch,
      '{',
      '[]',
      '{}',
      '"x"',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    ]
    for (const body of bodies) {
      const { status } = await post(body)
      assert.ok(status === 400 || status === 202, `${body} ${status}`)
    }
    assert.equal((await post(list)).status, 200)
  })

  it('answers whoever takes JSON, also where they take no stream', async () => {
    for (const accept of ['application/json', '*/*', 'text/html, application/*;q=0.8'])
      assert.equal((await post(list, { accept })).status, 200, accept)
    const bare = await sendRaw(daemon, {
      line: 'POST /mcp HTTP/1.0',
      head: [`Authorization: Bearer ${member.access_token}`, 'Content-Type: application/json'],
      body: list,
    })
    assert.deepEqual([bare.status, bare.body.id], [200, 1])
    for (const accept of ['text/html', 'text/event-stream'])
      assert.equal((await post(list, { accept })).status, 406, accept)
  })

  it('has no stream and no session of its own', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${member.access_token}`, accept: 'text/event-stream' },
      })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
    }
    assert.equal((await post(list)).headers.get('mcp-session-id'), null)
  })

  it('counts its calls like those of any other protocol', async () => {
    const counted = async (): Promise<{ count: number; errors: number }> => {
      const { body } = await rest(daemon, 'GET /gateway/stats', { token: owner.access_token })
      return body.data.operations.find(
        ({ operation, protocol }: Record<'operation' | 'protocol', string>) =>
          operation === 'memory.search' && protocol === 'rest',
      )
    }
    await using mcp = await connect(member)
    await mcp.use('memory_search', { q: 'tea' })
    const before = await counted()
    await mcp.use('memory_search', { q: 'tea' })
    await mcp.use('memory_search', {})
    const { count, errors } = await counted()
    assert.deepEqual([count - before.count, errors - before.errors], [2, 1])
  })
})
