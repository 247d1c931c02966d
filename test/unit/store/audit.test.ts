import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import type Database from 'better-sqlite3'
import { pino } from 'pino'
import { type AuditEntry, openAudit } from '../../../daemon/store/audit.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { ManualClock } from '../../support/clock.ts'

const entry: AuditEntry<string> = {
  event: 'signed_in',
  actor: 'user:olga',
  address: '192.0.2.7',
  family_member_uuid: 'olga',
  session_uuid: 's1',
  details: { device: 'kitchen tablet', nested: { list: [1, 'two', null] } },
}
const intact = (rows: number) => ({ intact: true, rows, seq: null, problem: null })
const wrong = (seq: number, problem: 'changed' | 'missing') => ({
  intact: false,
  rows: Math.max(0, seq - 1),
  seq,
  problem,
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function open(rows = 0) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const client = openDatabase(join(folder.path, 'companion.db'))
  // No power is lost here, and waiting for the disk takes long.
  client.pragma('synchronous = OFF')
  migrate(client, folder.path)
  const store = new Store(client, pino({ level: 'silent' }))
  const clock = new ManualClock()
  const auditKey = join(folder.path, 'audit-key')
  const auditHead = join(folder.path, 'audit-head.json')
  const reopen = () => openAudit(store, { auditKey, auditHead }, clock)
  const log = reopen()
  const record = (count = 1, more: Partial<AuditEntry<string>> = {}) => {
    store.write((tx) => {
      for (let n = 1; n <= count; n += 1) log.record(tx, { ...entry, ...more })
    })
    clock.advance(1)
  }
  closing.push(() => {
    client.close()
    folder.remove()
  })
  record(rows)
  return { client, store, clock, auditKey, auditHead, log, reopen, record, verify: log.verify }
}

/** Does what somebody with the database would: first the triggers go. */
function tamper(client: Database.Database, ...statements: string[]): void {
  const triggers = ['audit_rows_stay', 'audit_rows_stay_as_they_are', 'audit_rows_are_not_replaced']
  for (const trigger of triggers) client.exec(`DROP TRIGGER ${trigger}`)
  for (const statement of statements) client.exec(statement)
}

describe('The audit log', () => {
  it('is intact if untouched, also while empty and after reopening', async () => {
    const { verify, record, reopen } = open()
    assert.deepEqual(await verify(), intact(0))
    record(3)
    record(1, { family_member_uuid: null, session_uuid: null, details: {} })
    assert.deepEqual(await verify(), intact(4))
    assert.deepEqual(await reopen().verify(), intact(4))
  })

  it('is intact with any JSON details', async () => {
    const { verify, record } = open()
    const odd = { b: 1, 2: -0, a: 1e21, deep: [[{ '': null }]], half: '\ud800', text: '\u0000 “tea” 🫖' }
    record(1, { details: { ...odd, gone: undefined, not: Number.NaN } })
    assert.deepEqual(await verify(), intact(1))
  })

  it('refuses to change or delete a row', () => {
    const { client } = open(2)
    assert.throws(() => client.exec("UPDATE audit SET actor = 'user:ben' WHERE seq = 1"), /stay as they are/)
    assert.throws(() => client.exec('DELETE FROM audit WHERE seq = 1'), /audit rows stay/)
    const replace = 'REPLACE INTO audit SELECT * FROM audit WHERE seq = 1'
    assert.throws(() => client.exec(replace), /stay as they are/)
  })

  it("continues if the database's counter was set back, and its check reports that", async () => {
    const { client, store, reopen, verify, record } = open(3)
    client.exec("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'audit'")
    assert.equal((await verify()).intact, false)
    record(1)
    store.write((tx) => reopen().record(tx, entry))
    assert.equal(client.prepare('SELECT max(seq) FROM audit').pluck().get(), 5)
  })

  it('keeps its chain when a transaction is rolled back', async () => {
    const { store, reopen, verify, record } = open(1)
    const log = reopen()
    assert.throws(
      () =>
        store.write((tx) => {
          log.record(tx, entry)
          log.record(tx, entry)
          throw new Error('undone')
        }),
      /undone/,
    )
    record(2)
    assert.deepEqual(await verify(), intact(3))
  })

  it('creates its key once, readable by its owner only', () => {
    const { auditKey, reopen } = open(1)
    const key = readFileSync(auditKey, 'utf8')
    reopen()
    assert.equal(readFileSync(auditKey, 'utf8'), key)
    assert.equal(statSync(auditKey).mode & 0o077, 0)
    assert.equal(Buffer.from(key, 'base64url').length, 32)
  })

  for (const [name, text] of [
    ['empty', ''],
    ['short', 'c2hvcnQ'],
  ] as const) {
    it(`does not open with a key that is ${name}`, () => {
      const { auditKey, reopen } = open(1)
      writeFileSync(auditKey, text)
      assert.throws(reopen, /damaged/)
    })
  }

  it('can be verified while rows are added', async () => {
    const { verify, record } = open(600)
    const verdict = verify()
    record(1)
    await new Promise(setImmediate)
    record(1)
    assert.deepEqual(await verdict, intact(602))
  })

  it('does not block others while it is verified', async () => {
    const { verify } = open(600)
    let turns = 0
    let going = true
    const count = () => {
      turns += 1
      if (going) setImmediate(count)
    }
    setImmediate(count)
    await verify()
    going = false
    assert.ok(turns >= 2, `${turns} turns`)
  })
})

describe('Tampering with the audit log is found', () => {
  const changes: Record<string, string> = {
    created_at: 'created_at + 1',
    event: "'sign_in_failed'",
    actor: "'user:ben'",
    address: "'192.0.2.8'",
    family_member_uuid: "'ben'",
    session_uuid: 'NULL',
    details: `'{"device":"phone"}'`,
    hash: "upper(hash) || 'x'",
  }
  for (const [column, value] of Object.entries(changes)) {
    for (const seq of [1, 3, 5]) {
      it(`a change of ${column} in row ${seq} of 5`, async () => {
        const { client, verify } = open(5)
        tamper(client, `UPDATE audit SET ${column} = ${value} WHERE seq = ${seq}`)
        assert.deepEqual(await verify(), wrong(seq, 'changed'))
      })
    }
  }

  it('every column that can be changed is covered', () => {
    const { client } = open()
    const columns = client.pragma('table_info(audit)') as { name: string }[]
    assert.deepEqual(columns.map(({ name }) => name).toSorted(), [...Object.keys(changes), 'seq'].toSorted())
  })

  const acts: Record<string, { act: string[]; seq: number; problem: 'changed' | 'missing' }> = {
    'who removes the first row': { act: ['DELETE FROM audit WHERE seq = 1'], seq: 1, problem: 'missing' },
    'who removes a row in the middle': {
      act: ['DELETE FROM audit WHERE seq = 3'],
      seq: 3,
      problem: 'missing',
    },
    'who removes the last row': { act: ['DELETE FROM audit WHERE seq = 5'], seq: 5, problem: 'missing' },
    'who removes the last rows': { act: ['DELETE FROM audit WHERE seq > 2'], seq: 3, problem: 'missing' },
    'who removes all rows': { act: ['DELETE FROM audit'], seq: 1, problem: 'missing' },
    'who removes a row and moves the others up': {
      act: ['DELETE FROM audit WHERE seq = 3', 'UPDATE audit SET seq = seq - 1 WHERE seq > 3'],
      seq: 3,
      problem: 'changed',
    },
    'who replaces a row': {
      act: [
        `REPLACE INTO audit SELECT 2, created_at, event, 'user:ben', address, family_member_uuid, session_uuid, details, hash
         FROM audit WHERE seq = 2`,
      ],
      seq: 2,
      problem: 'changed',
    },
    'who gives a row another number': {
      act: ['UPDATE audit SET seq = 9 WHERE seq = 2'],
      seq: 2,
      problem: 'missing',
    },
    'who swaps two rows': {
      act: [
        'UPDATE audit SET seq = -2 WHERE seq = 2',
        'UPDATE audit SET seq = 2 WHERE seq = 4',
        'UPDATE audit SET seq = 4 WHERE seq = -2',
      ],
      seq: 2,
      problem: 'changed',
    },
    'who puts a copy of a row at the end': {
      act: [
        `INSERT INTO audit SELECT 6, created_at, event, actor, address, family_member_uuid, session_uuid, details, hash
         FROM audit WHERE seq = 5`,
      ],
      seq: 6,
      problem: 'changed',
    },
    'who puts a row before the first': {
      act: [
        `INSERT INTO audit SELECT 0, created_at, event, actor, address, family_member_uuid, session_uuid, details, hash
         FROM audit WHERE seq = 1`,
      ],
      seq: 0,
      problem: 'changed',
    },
    'who puts a row between two, moving the others': {
      act: [
        'UPDATE audit SET seq = -seq WHERE seq > 2',
        'UPDATE audit SET seq = 1 - seq WHERE seq < 0',
        `INSERT INTO audit SELECT 3, created_at, event, actor, address, family_member_uuid, session_uuid, details, hash
         FROM audit WHERE seq = 2`,
      ],
      seq: 3,
      problem: 'changed',
    },
    'who writes the details so that they read the same to the program and otherwise to others': {
      act: [`UPDATE audit SET details = '{"device":"phone",' || substr(details, 2) WHERE seq = 2`],
      seq: 2,
      problem: 'changed',
    },
    'who makes the details unreadable': {
      act: ['PRAGMA ignore_check_constraints = ON', "UPDATE audit SET details = '{' WHERE seq = 2"],
      seq: 2,
      problem: 'changed',
    },
    'who makes a time of a row that no calendar has': {
      act: ['UPDATE audit SET created_at = 9000000000000000000 WHERE seq = 2'],
      seq: 2,
      problem: 'changed',
    },
    'who sets the counter of the database back and leaves the rows': {
      act: ["UPDATE sqlite_sequence SET seq = 3 WHERE name = 'audit'"],
      seq: 4,
      problem: 'changed',
    },
    'who sets the counter of the database forward': {
      act: ["UPDATE sqlite_sequence SET seq = 7 WHERE name = 'audit'"],
      seq: 6,
      problem: 'missing',
    },
    'who removes the counter of the database': {
      act: ["DELETE FROM sqlite_sequence WHERE name = 'audit'"],
      seq: 1,
      problem: 'changed',
    },
  }
  for (const [name, { act, seq, problem }] of Object.entries(acts)) {
    it(name, async () => {
      const { client, verify } = open(5)
      tamper(client, ...act)
      const { intact: whole, ...flaw } = await verify()
      assert.deepEqual([whole, flaw.seq, flaw.problem], [false, seq, problem])
    })
  }

  it('removal of the last rows, also once there are new ones', async () => {
    const { client, verify, record } = open(5)
    tamper(client, 'DELETE FROM audit WHERE seq > 3')
    record(4)
    assert.deepEqual(await verify(), wrong(4, 'missing'))
  })

  it('a changed row with all later hashes recomputed without the key', async () => {
    const { client, verify } = open(5)
    tamper(
      client,
      "UPDATE audit SET actor = 'user:ben' WHERE seq = 2",
      'UPDATE audit SET hash = hex(randomblob(32)) WHERE seq >= 2',
    )
    assert.deepEqual(await verify(), wrong(2, 'changed'))
  })

  it('a replaced or removed key', async () => {
    const { auditKey, reopen } = open(5)
    writeFileSync(auditKey, Buffer.alloc(32, 7).toString('base64url'))
    assert.deepEqual(await reopen().verify(), wrong(1, 'changed'))
    rmSync(auditKey)
    assert.deepEqual(await reopen().verify(), wrong(1, 'changed'))
  })

  it('a changed row far into the log, by its number', async () => {
    const { client, verify } = open(1_200)
    tamper(client, "UPDATE audit SET actor = 'user:ben' WHERE seq = 1001")
    assert.deepEqual(await verify(), wrong(1_001, 'changed'))
  })

  it('but not removal of the last rows together with a counter set back', async () => {
    const { client, verify } = open(5)
    tamper(
      client,
      'DELETE FROM audit WHERE seq > 3',
      "UPDATE sqlite_sequence SET seq = 3 WHERE name = 'audit'",
    )
    assert.deepEqual(await verify(), intact(3))
  })
})

describe('The head of the audit log', () => {
  it('is written within a second, and at a stop', () => {
    const { auditHead, record, clock, log } = open()
    record(3)
    assert.throws(() => readFileSync(auditHead), { code: 'ENOENT' })
    clock.advance(1_000)
    assert.equal(JSON.parse(readFileSync(auditHead, 'utf8')).seq, 3)
    record(2)
    log.stop()
    assert.deepEqual(JSON.parse(readFileSync(auditHead, 'utf8')), log.head())
    assert.equal(log.head()?.seq, 5)
  })

  it('shows last rows that were removed together with the counter, and stays as it was then', async () => {
    const { client, auditHead, record, verify, log } = open(5)
    log.stop()
    const before = readFileSync(auditHead, 'utf8')
    tamper(
      client,
      'DELETE FROM audit WHERE seq > 2',
      "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'audit'",
    )
    assert.deepEqual(await verify(), { ...wrong(3, 'missing'), rows: 2 })
    record(10)
    log.stop()
    assert.equal(readFileSync(auditHead, 'utf8'), before)
    assert.deepEqual(await verify(), { ...wrong(5, 'changed'), rows: 12 })
  })

  it('that somebody has made up is none', async () => {
    const { auditHead, verify, log } = open(3)
    log.stop()
    const head = log.head()
    assert.ok(head && log.has(head))
    for (const made of [{ ...head, seq: 2 }, { ...head, signature: 'tea' }, { seq: 3 }]) {
      writeFileSync(auditHead, JSON.stringify(made))
      assert.equal((await verify()).intact, false, JSON.stringify(made))
    }
    assert.equal(log.has({ ...head, signature: 'tea' }), false)
    writeFileSync(auditHead, 'tea')
    assert.equal((await verify()).intact, false)
    rmSync(auditHead)
    assert.equal((await verify()).intact, true)
  })
})
