import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'
import { complaint, sendBytes, sendRaw } from '../../support/wire/raw-http.ts'
import { rest } from '../../support/wire/rest.ts'

/** The statuses of the table in the interface, which are the only ones under /api/v1. */
const statuses = new Set([200, 201, 400, 401, 403, 404, 409, 410, 422, 429, 500])

const { daemon, owner, member } = await household()
const { host } = new URL(daemon.file.base_url)
const put = { user_id: member.family_member_uuid }
const question: string = (await putQuestion(daemon, owner.access_token, put)).interaction_id

interface Misuse {
  readonly name: string
  /** An answer to the question where it is left out. */
  readonly line?: () => string
  readonly host?: () => string
  /** A valid token, and the content type where there is a body, where it is left out. */
  readonly head?: () => readonly string[]
  readonly body?: string | Buffer
  readonly status: number
  readonly says: RegExp
}

const json = 'Content-Type: application/json'
const token = (who = member) => `Authorization: Bearer ${who.access_token}`
const answerLine = () => `POST /api/v1/interactions/${question}/answer HTTP/1.1`
const listLine = (query: string) => () => `GET /api/v1/interactions?${query} HTTP/1.1`
const get = (path: string) => () => `GET ${path} HTTP/1.1`
const signIn = () => 'POST /api/v1/auth/login HTTP/1.1'

const bodies: Misuse[] = [
  { name: 'broken JSON', body: '{"answer_text":', status: 400, says: /not valid JSON/ },
  { name: 'two JSON values', body: '{}{}', status: 400, says: /not valid JSON/ },
  { name: 'a body that is a list', body: '[]', status: 400, says: /must be a JSON object/ },
  {
    name: 'an empty body where one is needed',
    line: signIn,
    head: () => [json],
    status: 400,
    says: /JSON object/,
  },
  { name: 'an empty answer', status: 400, says: /^answer required$/ },
  { name: '200 KB of nested lists', body: '['.repeat(200_000), status: 400, says: /deeper than 32/ },
  {
    name: 'a key given twice',
    body: '{"answer_text":"a","answer_text":"b"}',
    status: 400,
    says: /given twice/,
  },
  { name: 'a key given twice, once escaped', body: '{"a":1,"\\u0061":2}', status: 400, says: /given twice/ },
  { name: 'the key __proto__', body: '{"answer_json":{"__proto__":{}}}', status: 400, says: /__proto__/ },
  {
    name: 'invalid UTF-8',
    body: Buffer.concat([Buffer.from('{"answer_text":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    status: 400,
    says: /not valid UTF-8/,
  },
  {
    name: 'half of a surrogate pair',
    body: '{"answer_text":"\\ud800"}',
    status: 400,
    says: /half of a surrogate pair/,
  },
  {
    name: 'more than 2,000 keys',
    body: `{"answer_json":{${Array.from({ length: 2_001 }, (_, at) => `"k${at}":1`).join()}}}`,
    status: 400,
    says: /more than 2000 keys/,
  },
  {
    name: 'a body of 300,000 bytes',
    body: JSON.stringify({ answer_text: 'x'.repeat(300_000) }),
    status: 400,
    says: /larger than 262144 bytes/,
  },
  {
    name: 'text/plain',
    head: () => [token(), 'Content-Type: text/plain'],
    body: '{"answer_text":"yes"}',
    status: 400,
    says: /must be application\/json/,
  },
  {
    name: 'a body without a content type',
    head: () => [token()],
    body: '{"answer_text":"yes"}',
    status: 400,
    says: /Content-Type must be application\/json/,
  },
  {
    name: 'a body with GET',
    line: get('/api/v1/interactions'),
    body: '{"limit":1}',
    status: 400,
    says: /has no body/,
  },
  { name: 'an unknown field', body: '{"answer_text":"a","mood":1}', status: 400, says: /mood is unknown/ },
  { name: 'the wrong type', body: '{"answer_text":1}', status: 400, says: /answer_text must be string/ },
]

const envelope = (body: string) => ({ line: signIn, head: () => [json], body, status: 400 })
const envelopes: Misuse[] = [
  { name: 'a missing payload', ...envelope('{}'), says: /payload is required/ },
  { name: 'a payload that is a list', ...envelope('{"payload":[]}'), says: /payload must be object/ },
  { name: 'a field beside the payload', ...envelope('{"payload":{},"data":1}'), says: /data is unknown/ },
  {
    name: 'an unknown payload field',
    ...envelope('{"payload":{"usernam":"o"}}'),
    says: /usernam is unknown/,
  },
  {
    name: 'a missing payload field',
    ...envelope('{"payload":{"username":"o"}}'),
    says: /password is required/,
  },
  {
    name: 'a request_id that is no UUID',
    ...envelope('{"metadata":{"request_id":"1"},"payload":{}}'),
    says: /metadata\.request_id/,
  },
  {
    name: 'a timestamp that is none',
    ...envelope('{"metadata":{"timestamp":"today"},"payload":{}}'),
    says: /metadata\.timestamp/,
  },
  {
    name: 'unknown metadata',
    ...envelope('{"metadata":{"trace":1},"payload":{}}'),
    says: /metadata.*(unknown|additional)/,
  },
]

const list = get('/api/v1/interactions')
const heads: Misuse[] = [
  {
    name: 'two Host headers',
    line: list,
    head: () => [`Host: ${host}`, token()],
    status: 400,
    says: /host.*once/,
  },
  { name: 'a foreign Host', line: list, host: () => 'Host: evil.example', status: 403, says: /insufficient/ },
  {
    name: 'a Host with another port',
    line: list,
    host: () => 'Host: 127.0.0.1:1',
    status: 403,
    says: /insufficient/,
  },
  { name: 'no Host', line: list, host: () => 'X-Host: none', status: 400, says: /Host/ },
  {
    name: 'an absolute target',
    line: () => `GET http://${host}/api/v1/interactions HTTP/1.1`,
    status: 400,
    says: /target must be a path/,
  },
  {
    name: 'two Authorization headers',
    line: list,
    head: () => [token(), token(owner)],
    status: 400,
    says: /authorization may be given once/i,
  },
  {
    name: 'a foreign Origin',
    line: list,
    head: () => [token(), 'Origin: https://evil.example'],
    status: 403,
    says: /insufficient permissions/,
  },
  {
    name: 'the Origin of a file',
    line: list,
    head: () => [token(), 'Origin: null'],
    status: 403,
    says: /insufficient permissions/,
  },
  {
    name: 'an Expect that nobody knows',
    head: () => [token(), json, 'Expect: nonsense'],
    status: 400,
    says: /Expect is not supported/,
  },
  {
    name: 'a head of 40 KB',
    line: list,
    head: () => [`X-Long: ${'x'.repeat(40_000)}`],
    status: 400,
    says: /HTTP/,
  },
  {
    name: 'a header with a NUL',
    line: list,
    head: () => ['X-Odd: a\0b'],
    status: 400,
    says: /not valid HTTP/,
  },
  {
    name: 'both lengths at once',
    head: () => [token(), json, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
    body: '0\r\n\r\n',
    status: 400,
    says: /not valid HTTP/,
  },
  {
    name: 'an Idempotency-Key with a space',
    head: () => [token(), json, 'Idempotency-Key: a b'],
    body: '{"answer_text":"yes"}',
    status: 400,
    says: /Idempotency-Key must be/,
  },
]

const paths: Misuse[] = [
  {
    name: 'a moment after the year 9999',
    line: () => answerLine().replace('answer', 'defer'),
    body: '{"defer_until":"9999-12-31T23:59:59-23:59"}',
    status: 400,
    says: /defer_until is not a moment/,
  },
  { name: 'CONNECT', line: () => 'CONNECT example.com:443 HTTP/1.1', status: 404, says: /not found/ },
  {
    name: 'an id of 300 characters',
    line: () => `GET /api/v1/interactions/${'a'.repeat(300)} HTTP/1.1`,
    status: 400,
    says: /max param length|valid uuid/,
  },
  { name: 'an unknown path', line: get('/api/v1/nothing'), status: 404, says: /not found/ },
  { name: 'a path that climbs', line: get('/api/v1/../../etc/passwd'), status: 404, says: /not found/ },
  { name: 'PATCH', line: () => 'PATCH /api/v1/interactions HTTP/1.1', status: 404, says: /not found/ },
  { name: 'TRACE', line: () => 'TRACE /api/v1/interactions HTTP/1.1', status: 404, says: /not found/ },
  {
    name: 'a method that does not exist',
    line: () => 'BREW /api/v1/tea HTTP/1.1',
    status: 400,
    says: /valid HTTP/,
  },
  { name: 'bad percent-encoding', line: get('/api/v1/interactions/%zz'), status: 400, says: /%zz/ },
  {
    name: 'an id that is no UUID',
    line: get('/api/v1/interactions/1'),
    status: 400,
    says: /interaction_id.*uuid/,
  },
  {
    name: 'an unknown query parameter of DELETE',
    line: () => 'DELETE /api/v1/engine/servers?base_url=http://127.0.0.1:9/v1&model=none&at=1 HTTP/1.1',
    head: () => [token(owner)],
    status: 400,
    says: /at is unknown/,
  },
  {
    name: 'a query parameter that DELETE wants and does not get',
    line: () => 'DELETE /api/v1/engine/servers?model=none HTTP/1.1',
    head: () => [token(owner)],
    status: 400,
    says: /base_url/,
  },
  {
    name: 'a query with POST',
    line: () => 'POST /api/v1/conversation/stop?now=1 HTTP/1.1',
    head: () => [token(), json],
    body: '{"payload":{}}',
    status: 400,
    says: /now is unknown in the query/,
  },
  { name: 'an unknown query parameter', line: listLine('page=2'), status: 400, says: /page is unknown/ },
  {
    name: 'a query where there is none',
    line: () => answerLine().replace(' HTTP', '?a=1 HTTP'),
    status: 400,
    says: /a is unknown/,
  },
  {
    name: 'limit given twice',
    line: listLine('limit=1&limit=2'),
    status: 400,
    says: /limit may be given once/,
  },
  { name: 'limit 0', line: listLine('limit=0'), status: 400, says: /limit must be >= 1/ },
  { name: 'limit 201', line: listLine('limit=201'), status: 400, says: /limit must be <= 200/ },
  { name: 'limit 1.5', line: listLine('limit=1.5'), status: 400, says: /limit must be integer/ },
  { name: 'limit abc', line: listLine('limit=abc'), status: 400, says: /limit must be integer/ },
  { name: 'offset -1', line: listLine('offset=-1'), status: 400, says: /offset must be >= 0/ },
  {
    name: 'an unknown status',
    line: listLine('status=open'),
    status: 400,
    says: /status.*must be one of pending/,
  },
  {
    name: 'a day that does not exist',
    line: listLine('created_after=2025-02-30T00:00:00Z'),
    status: 400,
    says: /created_after/,
  },
]

/** Whether failures on the path of a request line have the bare shape. */
const bare = (line: string) => /^\S+ \/api\/v1\/(admin\/)?interactions/.test(line)
/** What is refused before the path was read has the general shape. */
const unread = /not valid HTTP|Expect/

for (const [about, table] of Object.entries({
  body: bodies,
  envelope: envelopes,
  head: heads,
  path: paths,
})) {
  describe(`a bad ${about} is refused, and the answer says why`, () => {
    for (const { name, line = answerLine, host: hosts, head, body, status, says } of table) {
      it(name, async () => {
        const usual = [token(), ...(body === undefined ? [] : [json])]
        const request = { line: line(), host: hosts?.(), head: head?.() ?? usual }
        const answer = await sendRaw(daemon, body === undefined ? request : { ...request, body })
        assert.equal(answer.status, status, JSON.stringify(answer.body))
        assert.ok(statuses.has(answer.status))
        assert.match(answer.head, /^x-request-id: [0-9a-f-]{36}\r?$/im)
        assert.match(complaint(answer), says)
        assert.equal('detail' in answer.body, bare(line()) && !unread.test(complaint(answer)))
      })
    }
  })
}

describe('requests that are no API call', () => {
  it('a preflight gets no permission', async () => {
    const head = ['Origin: https://evil.example', 'Access-Control-Request-Method: POST']
    const answer = await sendRaw(daemon, { line: 'OPTIONS /api/v1/interactions HTTP/1.1', head })
    assert.equal(answer.status, 403)
    assert.doesNotMatch(answer.head, /access-control/i)
  })

  it('TRACE is an unknown method, and HEAD of what cannot be read', async () => {
    const trace = await sendRaw(daemon, { line: 'TRACE /api/v1/interactions HTTP/1.1', head: [token()] })
    assert.equal(trace.status, 404)
    const answer = await sendRaw(daemon, { line: 'HEAD /api/v1/auth/login HTTP/1.1', head: [token()] })
    assert.equal(answer.status, 404)
    assert.equal(answer.body, null)
  })

  it('an upgrade to a protocol other than WebSocket is ignored', async () => {
    const head = [token(), 'Connection: Upgrade', 'Upgrade: h2c']
    const answer = await sendRaw(daemon, { line: 'GET /api/v1/interactions HTTP/1.1', head })
    assert.equal(answer.status, 200)
  })

  it('a request line that is not HTTP is answered with 400', async () => {
    const answer = await sendBytes(daemon, 'hello there\r\n\r\n')
    assert.equal(answer.status, 400)
    assert.match(complaint(answer), /not valid HTTP/)
  })
})

describe('after all of these requests', () => {
  it('the daemon still responds', async () => {
    const healthy = await fetch(`http://${host}/healthz`)
    assert.deepEqual(await healthy.json(), { status: 'ok' })
    const body = { answer_text: 'yes' }
    const answer = await rest(daemon, `POST /interactions/${question}/answer`, {
      token: member.access_token,
      body,
    })
    assert.equal(answer.status, 200)
  })
})
