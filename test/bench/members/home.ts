import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openEmbedding } from '../../../daemon/features/embedding/operations.ts'
import { openAccessTokens } from '../../../daemon/features/identity/access-tokens.ts'
import { loadKeys } from '../../../daemon/features/identity/keys.ts'
import { memberStore, type MemberRow } from '../../../daemon/features/identity/members.ts'
import { type SessionRow, sessionStore } from '../../../daemon/features/identity/session-store.ts'
import { openFacts } from '../../../daemon/features/memory/facts/facts.ts'
import { newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { openVectorTables } from '../../../daemon/features/memory/vector-tables.ts'
import { iso, systemClock } from '../../../daemon/kernel/clock.ts'
import { type Home, locateHome } from '../../../daemon/kernel/home.ts'
import { edition } from '../../../daemon/language/en/facts/facts.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { createMigratedHome } from '../../support/migrated.ts'
import type { Size } from '../search-home.ts'
import { memoryTexts, seeded } from '../search-texts.ts'

const log = pino({ level: 'silent' })
const day = 86_400_000
/** When memories were told: within two years. */
const spread = 2 * 365 * day
/** Rows that are written in one transaction. */
const batch = 2_000
/** So many texts are embedded; members share them, as embedding a hundred thousand takes half an hour. */
const maxTexts = 4_000

/** A home with many members, each of them signed in. */
export interface MembersHome {
  readonly home: Home
  /** Bytes of the database. */
  readonly bytes: number
  /** A token of a member, by their number; it holds for 15 min. */
  readonly tokenOf: (member: number) => Promise<string>
}

/** Makes a home at `path` with members and memories, through the daemon's own queries: nobody's password is hashed. */
export async function createMembersHome(path: string, { members, each }: Size): Promise<MembersHome> {
  const home = locateHome({ COMPANION_HOME: path })
  createMigratedHome(home)
  const texts = await embedded(home, Math.min(maxTexts, members * each))
  const client = openDatabase(home.database)
  const store = new Store(client, log)
  const people = Array.from({ length: members }, (_, number) => personOf(number))
  const queries = { members: memberStore(store), sessions: sessionStore(store) }
  store.write((tx) => {
    for (const { member, session } of people) {
      queries.members.insert(tx, member)
      queries.sessions.insert(tx, session)
    }
  })
  remember(store, people, each, texts)
  client.pragma('wal_checkpoint(TRUNCATE)')
  store.close()

  const keys = await loadKeys(home, Date.now)
  const { issue } = openAccessTokens(keys, new Map(), () => false, systemClock)
  return {
    home,
    bytes: statSync(home.database).size,
    tokenOf: (number) => {
      const person = people[number]
      if (!person) throw new Error(`there is no member ${number}`)
      return issue(person.member, person.session)
    },
  }
}

interface Text {
  readonly content: string
  readonly vector: Float32Array
}

/** Texts with their vectors, made by the model that comes along. */
async function embedded(home: Home, count: number): Promise<Text[]> {
  const bus = new Bus(systemClock, log)
  const model = openEmbedding({ home, bus, clock: systemClock, log }, { modelInUse: () => true })
  try {
    const contents = memoryTexts(count, 1)
    const made = await model.vectors.embed(model.models.embedded, contents, 'passage')
    return contents.map((content, at) => ({ content, vector: made[at] ?? new Float32Array() }))
  } finally {
    await model.stop()
  }
}

type Person = ReturnType<typeof personOf>

function personOf(number: number): { member: MemberRow; session: SessionRow } {
  const family_member_uuid = randomUUID()
  const created_at = iso(Date.now() - spread - day + number)
  const now = iso(Date.now())
  return {
    member: {
      family_member_uuid,
      username: `member${number}`,
      full_name: `Member ${number}`,
      relationship: 'family',
      roles: number === 0 ? ['admin'] : [],
      password_hash: '',
      created_at,
      updated_at: created_at,
      preferences: {},
      standing: 'primary',
      opens_to_owner: false,
      removed_at: null,
      trusts: 0,
    },
    session: {
      session_uuid: randomUUID(),
      family_member_uuid,
      generation: 1,
      rotated_at: now,
      authenticated_at: now,
      created_at: now,
      expires_at: iso(Date.now() + 30 * day),
      revoked_at: null,
      device_uuid: null,
      address: '127.0.0.1',
      parent_uuid: null,
      client: null,
      key_thumbprint: null,
      origin: null,
      methods: ['pwd'],
      idle: null,
      restriction: null,
    },
  }
}

/** Gives each member so many memories of the texts, told in turn by all of them. */
function remember(store: Store, people: readonly Person[], each: number, texts: readonly Text[]): void {
  const facts = openFacts(store)
  const memories = memoryStore(store, undefined, undefined, undefined, facts.read)
  const { name: table } = openVectorTables(store).active()
  const random = seeded(7)
  const begins = people.map(() => Math.floor(random() * texts.length))
  const total = people.length * each
  for (let at = 0; at < total; at += batch)
    store.write((tx) => {
      for (let number = at; number < Math.min(total, at + batch); number += 1) {
        const [member, which] = [number % people.length, Math.floor(number / people.length)]
        const text = texts[((begins[member] ?? 0) + which) % texts.length]
        const told = iso(Date.now() - spread + Math.floor((number / total) * spread))
        const family_member_uuid = people[member]?.member.family_member_uuid ?? ''
        const row = newRow({ content: text?.content ?? '' }, family_member_uuid, told)
        memories.insert(tx, row, { [table]: text?.vector ?? new Float32Array() })
      }
    })
  // All of them are read.
  store.prepare('UPDATE facts_read SET edition = ?').run(edition)
}
