import { and, asc, count, eq, getTableColumns, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { parameter } from './columns.ts'
import {
  certificates,
  contradictions,
  conversations,
  emotionLedger,
  emotions,
  forgettings,
  goals,
  imports,
  interruptions,
  messages,
  people,
  personalities,
  personalitySnapshots,
  signInHabits,
} from './companion-schema.ts'
import {
  apiKeys,
  deviceMembers,
  devices,
  invitations,
  passkeys,
  pushFactors,
  sessions,
  totpSecrets,
} from './identity-schema.ts'
import { audit, facts, interactionEvents, interactions, members, memories } from './schema.ts'
import type { Store } from './store.ts'

/** A kind of lines that an archive has: rows of a table that are of one member. */
export interface ArchivedKind {
  /** What its lines say that they are. */
  readonly type: string
  readonly table: SQLiteTable
  /** Which rows are the member's. */
  readonly mine: SQL | undefined
  /** Its columns that no archive has: secrets, and what says something in this database alone. */
  readonly without?: readonly string[]
  /** What stands beside the columns, or in place of one. */
  readonly beside?: Readonly<Record<string, SQL | SQLiteColumn>>
  /** What tells rows apart and puts them in order, where the table has no rowid: a text. */
  readonly key?: SQL
}

const member = parameter('family_member_uuid')
const actor = sql`'user:' || ${member}`
/** The columns that say whose a row is: the head of the archive does. */
const owners = new Set(['family_member_uuid', 'user_id', 'owner'])

/** What a reply is grounded in, but for what others share with the household. */
const ownUsed =
  sql`(SELECT json_group_array(json(value)) FROM json_each(messages.memories_used) WHERE NOT EXISTS
  (SELECT 1 FROM memories WHERE memory_uuid = json_extract(value, '$.memory_uuid') AND family_member_uuid <> ${member}))`.mapWith(
    (text: string) => JSON.parse(text) as unknown,
  )

const said: readonly ArchivedKind[] = [
  {
    type: 'conversation',
    table: conversations,
    mine: and(eq(conversations.family_member_uuid, member), eq(conversations.temporary, false)),
    without: ['temporary'],
  },
  {
    type: 'message',
    table: messages,
    mine: and(
      eq(messages.family_member_uuid, member),
      eq(messages.off_record, false),
      sql`conversation_uuid IN (SELECT conversation_uuid FROM conversations WHERE temporary = 0)`,
    ),
    without: ['message_id', 'off_record', 'original', 'memories_used'],
    beside: { memories_used: ownUsed },
  },
  {
    type: 'contradiction',
    table: contradictions,
    mine: eq(contradictions.family_member_uuid, member),
  },
  { type: 'forgetting', table: forgettings, mine: eq(forgettings.family_member_uuid, member) },
]

const remembered: readonly ArchivedKind[] = [
  {
    type: 'memory',
    table: memories,
    mine: and(eq(memories.family_member_uuid, member), isNull(memories.forgotten_at)),
    without: ['memory_id', 'statement', 'wording', 'forgotten_at'],
  },
  {
    type: 'forgotten',
    table: memories,
    mine: and(eq(memories.family_member_uuid, member), isNotNull(memories.forgotten_at)),
    without: ['memory_id', 'statement', 'wording'],
  },
  {
    type: 'fact',
    table: facts,
    mine: sql`memory_id IN (SELECT memory_id FROM memories WHERE family_member_uuid = ${member})`,
    without: ['fact_id', 'memory_id'],
    beside: {
      memory_uuid: sql`(SELECT memory_uuid FROM memories WHERE memories.memory_id = facts.memory_id)`,
    },
  },
  {
    type: 'person',
    table: people,
    // Other members are none of this one's data, whoever introduced them.
    mine: or(
      eq(people.person_uuid, member),
      and(eq(people.kind, 'guest'), or(eq(people.introduced_by, actor), eq(people.related_to, member))),
    ),
  },
  {
    type: 'import',
    table: imports,
    mine: eq(imports.family_member_uuid, member),
    without: ['bytes', 'attempts'],
    key: sql`import_uuid`,
  },
]

const lived: readonly ArchivedKind[] = [
  { type: 'goal', table: goals, mine: eq(goals.family_member_uuid, member) },
  {
    type: 'interruption',
    table: interruptions,
    mine: eq(interruptions.family_member_uuid, member),
    without: ['interruption_id'],
  },
  { type: 'interaction', table: interactions, mine: eq(interactions.user_id, member) },
  { type: 'interaction_event', table: interactionEvents, mine: eq(interactionEvents.user_id, member) },
  { type: 'personality', table: personalities, mine: eq(personalities.family_member_uuid, member) },
  {
    type: 'personality_snapshot',
    table: personalitySnapshots,
    mine: eq(personalitySnapshots.family_member_uuid, member),
  },
  {
    type: 'emotion',
    table: emotions,
    mine: eq(emotions.family_member_uuid, member),
    without: ['entry_id'],
  },
  {
    type: 'emotion_entry',
    table: emotionLedger,
    mine: eq(emotionLedger.family_member_uuid, member),
    without: ['entry_id'],
  },
]

const account: readonly ArchivedKind[] = [
  {
    type: 'session',
    table: sessions,
    mine: eq(sessions.family_member_uuid, member),
    without: ['generation', 'key_thumbprint'],
  },
  {
    type: 'device',
    table: devices,
    mine: eq(devices.family_member_uuid, member),
    without: ['public_key', 'certificate', 'key_thumbprint'],
  },
  {
    type: 'device_sign_in',
    table: deviceMembers,
    mine: eq(deviceMembers.family_member_uuid, member),
    key: sql`device_uuid`,
  },
  {
    type: 'certificate',
    table: certificates,
    mine: eq(certificates.family_member_uuid, member),
    without: ['key_hash'],
  },
  {
    type: 'sign_in_habit',
    table: signInHabits,
    mine: eq(signInHabits.family_member_uuid, member),
    key: sql`(device_uuid || ' ' || daypart)`,
  },
  {
    type: 'key',
    table: apiKeys,
    mine: eq(apiKeys.family_member_uuid, member),
    without: ['key_hash'],
  },
  {
    type: 'passkey',
    table: passkeys,
    mine: eq(passkeys.family_member_uuid, member),
    without: ['credential_id', 'public_key', 'counter'],
  },
  {
    type: 'authenticator',
    table: totpSecrets,
    mine: eq(totpSecrets.family_member_uuid, member),
    without: ['sealed', 'last_step'],
  },
  { type: 'approval', table: pushFactors, mine: eq(pushFactors.family_member_uuid, member) },
  {
    type: 'invitation',
    table: invitations,
    mine: eq(invitations.created_by, actor),
    without: ['code_hash', 'created_by'],
  },
  {
    type: 'audit',
    table: audit,
    mine: eq(audit.family_member_uuid, member),
    without: ['seq', 'hash', 'address'],
    // Where somebody else was, is theirs.
    beside: { address: sql`CASE WHEN actor = ${actor} THEN address END` },
  },
]

/** Everything of a member that an archive has, in the order of its lines. */
export const archivedKinds: readonly ArchivedKind[] = [
  {
    type: 'profile',
    table: members,
    mine: eq(members.family_member_uuid, member),
    without: ['password_hash', 'preferences', 'removed_at'],
  },
  {
    type: 'preferences',
    table: members,
    mine: eq(members.family_member_uuid, member),
    without: Object.keys(getTableColumns(members)).filter((name) => name !== 'preferences'),
  },
  ...said,
  ...remembered,
  ...lived,
  ...account,
]

/** A line of an archive, as the database has it; moments are ISO 8601. */
export type ArchivedLine = Readonly<Record<string, unknown>> & { readonly type: string }

/** Where a line stands among those of its kind. */
export type Position = string | number

/** The rows of one kind of a member. */
export interface ArchivedRows {
  readonly type: string
  readonly count: (family_member_uuid: string) => number
  /** Those after a position, null for the first ones, in their order. */
  readonly after: (
    family_member_uuid: string,
    position: Position | null,
    limit: number,
  ) => { readonly position: Position; readonly line: ArchivedLine }[]
}

/** Opens the reading of everything that archives have, each query prepared once. */
export function openArchived({ database }: Pick<Store, 'database'>): readonly ArchivedRows[] {
  return archivedKinds.map(({ type, table, mine, without = [], beside = {}, key }) => {
    const own = Object.entries(getTableColumns(table)).filter(
      ([name]) => !without.includes(name) && !owners.has(name),
    )
    const at = key ?? sql`rowid`
    const rows = database
      .select({
        position: sql<Position>`${at}`.as('position'),
        line: { ...Object.fromEntries(own), ...beside },
      })
      .from(table)
      .where(and(mine, gt(at, parameter('after'))))
      .orderBy(asc(at))
      .limit(sql.placeholder('limit'))
      .prepare()
    const counted = database.select({ total: count() }).from(table).where(mine).prepare()
    // Messages from elsewhere stand below 0.
    const first = key === undefined ? Number.MIN_SAFE_INTEGER : ''
    return {
      type,
      count: (family_member_uuid) => counted.get({ family_member_uuid })?.total ?? 0,
      after: (family_member_uuid, position, limit) =>
        rows
          .all({ family_member_uuid, after: position ?? first, limit })
          .map((row) => ({ position: row.position, line: { type, ...row.line } })),
    }
  })
}
