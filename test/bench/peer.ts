// What the daemon's GET /api/v1/interactions/{id} is measured against: the least that gives the same answer. Bare
// Fastify, better-sqlite3 with raw prepared statements, jose with an LRU of verified tokens.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { importJWK, type JWK, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'

type Row = Record<string, string | number | null>

const { PEER_DATABASE = '', PEER_KEYS = '' } = process.env
const [keyFile = ''] = readdirSync(PEER_KEYS)
const { d: _, ...jwk } = JSON.parse(readFileSync(join(PEER_KEYS, keyFile), 'utf8')) as JWK
const key = await importJWK(jwk, 'Ed25519')

const database = new Database(PEER_DATABASE)
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
  database.pragma(pragma)
const find = database.prepare<[string, string], Row>(
  'SELECT * FROM interactions WHERE interaction_id = ? AND user_id = ?',
)
const timeline = database.prepare<[string], Row>(
  'SELECT * FROM interaction_events WHERE interaction_id = +? ORDER BY rowid',
)

const verified = new LRUCache<string, string>({ max: 10_000 })
async function authenticate(header = ''): Promise<string> {
  const token = header.slice('Bearer '.length)
  const fingerprint = createHash('sha256').update(token).digest('hex')
  const subject = verified.get(fingerprint)
  if (subject !== undefined) return subject
  const options = { algorithms: ['Ed25519'], issuer: 'companion', audience: 'companion', typ: 'at+jwt' }
  const { payload } = await jwtVerify(token, key, options)
  const { sub = '' } = payload
  verified.set(fingerprint, sub)
  return sub
}

type Value = Row[string] | undefined
const moment = (value: Value) => (value === null ? null : new Date(Number(value)).toISOString())
const json = (value: Value): unknown => (value === null ? null : JSON.parse(String(value)))
const interaction = ({ defer_until: _, asked_by: _by, asked_by_key: _key, ...row }: Row) => ({
  ...row,
  allowed_options: json(row['allowed_options']),
  answer_json: json(row['answer_json']),
  answered_at: moment(row['answered_at']),
  expires_at: moment(row['expires_at']),
  created_at: moment(row['created_at']),
  updated_at: moment(row['updated_at']),
})
const event = (row: Row) => ({
  ...row,
  payload_json: json(row['payload_json']),
  created_at: moment(row['created_at']),
})

const server = Fastify()
server.get<{ Params: { id: string } }>('/api/v1/interactions/:id', async (request, reply) => {
  const { id } = request.params
  const owner = await authenticate(request.headers.authorization)
  const row = find.get(id, owner)
  if (!row) return reply.code(404).send({ detail: 'interaction not found' })
  return { interaction: interaction(row), events: timeline.all(id).map(event) }
})
await server.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`)
