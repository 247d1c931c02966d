import type { Clock } from '../../kernel/clock.ts'
import { isDamage } from '../../kernel/errors.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { timeZoneOf } from '../../kernel/time-zone.ts'
import { languageFrom } from '../../language/codes.ts'
import { securityWording } from '../../language/security.ts'
import type { Audit } from '../../store/audit.ts'
import type { Mirror } from '../../store/mirror/mirror.ts'
import { lookAtAll } from '../../store/mirror/repair.ts'
import { lookAtEverything } from '../../store/mirror/verified-database.ts'
import type { Repair } from '../../store/mirror/rebuild.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { RepairMemories } from './weekly-check.ts'

/** So many pages are looked at in a second, both copies: a database of 100 MB within five minutes. */
const [pagesAtOnce, pauseMs] = [96, 1_000]
/** A start that has just looked through everything does not do so again so soon, in milliseconds. */
const calmMs = 600_000

interface Member {
  readonly roles: readonly string[]
  readonly preferences: Readonly<Record<string, unknown>>
}

interface DamageNotice {
  readonly user_id: string
  readonly interaction_type: 'ack'
  readonly title: string
  readonly prompt: string
  readonly category: 'system'
  readonly requirement: 'optional'
  readonly severity: 'high'
}

export interface DamageDependencies {
  readonly home: Home
  readonly store: Store
  readonly audit: Audit<'database_mended'>
  readonly mirror: Mirror
  /** What the start had to mend; null for nothing. */
  readonly repair: Repair | null
  /** Restarts the daemon: the start looks through the database, and mends it. */
  readonly restart: () => void
  readonly clock: Clock
  readonly log: Log
}

/** What other features give: whom to tell of damage, and how memories are mended. */
export interface DamagePorts {
  readonly everyone: () => readonly string[]
  readonly profile: (family_member_uuid: string) => Member | undefined
  readonly ask: (tx: Transaction, question: DamageNotice) => string
  readonly repairMemories: RepairMemories
}

/** Looks through the database page by page as long as the daemon runs, and tells of what a start had to mend. */
export function watchDamage(dependencies: DamageDependencies, ports: DamagePorts) {
  const { home, mirror, clock, log, restart } = dependencies
  const began = clock.monotonic()
  let next = 1
  let restarting = false

  const restartOnce = (mark = lookAtAll) => {
    if (restarting || clock.monotonic() - began < calmMs) return
    restarting = true
    log.warn('the daemon starts anew, to mend its database')
    mark(home.database)
    restart()
  }
  const patrol = () => {
    if (!mirror.isSettled()) return
    const damaged = mirror.damagedPage(next, pagesAtOnce)
    next = next + pagesAtOnce > mirror.pages() ? 1 : next + pagesAtOnce
    if (damaged === null) return
    log.error({ page: damaged }, 'a page of the database or of its second copy is damaged')
    restartOnce()
  }
  // Whatever the time of day is set to.
  const timer = setInterval(patrol, pauseMs).unref()

  return {
    /** Tells of what the start had to mend, and writes it down; makes anew what can be. */
    resume: () => {
      if (dependencies.repair === null) return
      tell({ ...dependencies, ...ports }, dependencies.repair)
      if (dependencies.repair.rows === 0) return
      ports.repairMemories().catch((error: unknown) => {
        log.error({ err: error }, 'the vectors could not be brought in line with the memories that are left')
      })
    },
    /** Told of what an operation failed with. */
    failed: (error: unknown) => {
      if (isDamage(error)) restartOnce(lookAtEverything)
    },
    /** Told that SQLite finds the database damaged. */
    damageFound: () => restartOnce(lookAtEverything),
    stop: () => clearInterval(timer),
  }
}

/** As many rows are named in the audit log; all of them are in the file `damage.json` beside what was damaged. */
const namedRows = 50

function tell(
  { store, audit, everyone, profile, ask }: DamageDependencies & DamagePorts,
  repair: Repair,
): void {
  const { parts, pages, lost_commits, backup, lost_since, lost } = repair
  store.write((tx) => {
    const rows = lost.slice(0, namedRows).map(({ table, key, now }) => ({ table, key, now }))
    const details = {
      parts,
      pages: pages.length,
      lost_commits,
      backup,
      lost_since,
      lost_rows: lost.length,
      lost: rows,
    }
    audit.record(tx, { event: 'database_mended', actor: 'system:mending', address: '127.0.0.1', details })
    for (const user_id of everyone()) {
      const member = profile(user_id)
      if (!member) continue
      const wording = securityWording(languageFrom(member.preferences['language']))
      const time_zone = timeZoneOf(member.preferences['time_zone'])
      const isAdmin = member.roles.includes('admin')
      const own = lost.filter((row) => row.family_member_uuid === user_id)
      if (!isAdmin && own.length === 0) continue
      const told = isAdmin ? wording.databaseMended({ ...repair, time_zone }) : wording.ownRowsLost(own)
      const kind = {
        interaction_type: 'ack',
        category: 'system',
        requirement: 'optional',
        severity: 'high',
      } as const
      ask(tx, { ...told, ...kind, user_id })
    }
  })
}
