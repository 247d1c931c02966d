import type { Static } from 'typebox'
import type { Bus } from '../../bus/bus.ts'
import type { Config } from '../../kernel/config.ts'
import { languageFrom } from '../../language/codes.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { operation } from '../../kernel/operation.ts'
import { Page, pageOf } from '../../kernel/paging.ts'
import type { RunningConfig } from '../../kernel/running-config.ts'
import { Nothing } from '../../kernel/schema.ts'
import { timeZoneOf } from '../../kernel/time-zone.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import { backupsWording } from '../../language/backups.ts'
import type { Audit } from '../../store/audit.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type Backups, openBackupManager } from './backups.ts'
import { openCopier } from './copier.ts'
import { startDaily } from './daily.ts'
import * as failures from './failures.ts'
import { destinationOperations } from './offsite/destination-operations.ts'
import { openOffsite } from './offsite/offsite.ts'
import type { OffsiteNews, ReportingDependencies } from './offsite/reporting.ts'
import * as schemas from './schemas.ts'
import { openBackupFolder } from './backup-folder.ts'

interface Admin {
  readonly family_member_uuid: string
  readonly preferences: Readonly<Record<string, unknown>>
}

interface Notice {
  readonly user_id: string
  readonly interaction_type: 'ack'
  readonly requirement: 'optional'
  readonly severity: 'high'
  readonly category: string
  readonly title: string
  readonly prompt: string
}

interface BackupsDependencies {
  readonly home: Home
  readonly config: Pick<Config, 'backups'>
  readonly runningConfig: Pick<RunningConfig, 'destination' | 'changeDestination'>
  readonly store: Store
  readonly audit: Audit<'snapshot_checked'>
  readonly erasures: Pick<Erasures<'member' | 'account'>, 'list'>
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
  /** Restarts the daemon once responses in progress have been sent. */
  readonly restart: () => void
}

interface BackupsPorts {
  /** Whether anybody lives here. */
  readonly hasMembers: () => boolean
  /** Who is to be told where backups stop. */
  readonly admins: () => readonly Admin[]
  /** Puts an interaction to a member. */
  readonly ask: (tx: Transaction, notice: Notice) => unknown
  /** Throws `AUTHENTICATION_REQUIRED` unless the caller has given the password within 5 min. */
  readonly requireRecentSignIn: (context: AuthenticatedContext) => Promise<unknown>
}

/** Backups of the database: made every day and by hand, listed, restored; and encrypted ones on another disk. */
export function openBackups(dependencies: BackupsDependencies, ports: BackupsPorts) {
  const { home, config, erasures, once, bus, clock, log, restart } = dependencies
  const { hasMembers, requireRecentSignIn } = ports
  const { daily, keep } = config.backups
  const backupFolder = openBackupFolder(home.backups)
  const resets = () => erasures.list(['member', 'account'])
  const all = openBackupManager({ home, resets, backupFolder, copier: openCopier(), clock, log, keep })
  const everyDay = daily ? startDaily({ backups: all, hasMembers, clock, log }) : null

  const offsite = openOffsite({
    ...dependencies,
    hasMembers,
    resets,
    notifyAdmins: (news) => notifyAdmins({ ...dependencies, ...ports }, news),
    recordCheck: openRecording(dependencies),
  })

  // A crash may have come between a reset and this.
  if (resets().length > 0) void all.eraseResets()
  const receive = () => {
    void all.eraseResets()
    offsite.eraseResets()
  }
  const unsubscribe = bus.subscribe('member.erased', { receive })

  const stop = async () => {
    unsubscribe()
    everyDay?.stop()
    await offsite.stop()
    await all.stop()
  }
  const operations = {
    ...backupOperations({ once, requireRecentSignIn, restart, all }),
    ...destinationOperations({ once, requireRecentSignIn, offsite }),
  }
  const copies = {
    count: async () => (await all.list()).length,
    holding: all.holding,
    elsewhere: offsite.holding,
  }
  return { operations, stop, status: offsite.state, copies }
}

/** Tells every admin in their language what is wrong with their backups; it stays in the inbox until it was seen. */
function notifyAdmins(
  { store, admins, ask }: Pick<BackupsDependencies, 'store'> & BackupsPorts,
  news: OffsiteNews,
): void {
  store.write((tx) => {
    for (const { family_member_uuid, preferences } of admins()) {
      const { language, time_zone } = preferences
      const isTrouble = 'trouble' in news
      const when = { now: isTrouble ? news.since : news.snapshot_at, time_zone: timeZoneOf(time_zone) }
      const told = backupsWording(languageFrom(language))(
        isTrouble ? news.trouble : news.broken,
        news.location,
        when,
      )
      const kind = { interaction_type: 'ack', requirement: 'optional', severity: 'high' } as const
      ask(tx, { user_id: family_member_uuid, ...kind, category: 'backups', ...told })
    }
  })
}

/** Writes what a check has found into the audit log. */
function openRecording({ store, audit }: BackupsDependencies): ReportingDependencies['recordCheck'] {
  return (kind, { snapshot_at, fault }) =>
    store.write((tx) => {
      const details = { kind, snapshot_at, fault }
      audit.record(tx, { event: 'snapshot_checked', actor: 'system:backups', address: '127.0.0.1', details })
    })
}

interface BackupOperationsDependencies
  extends Pick<BackupsDependencies, 'once' | 'restart'>, Pick<BackupsPorts, 'requireRecentSignIn'> {
  readonly all: Backups
}

function backupOperations({ once, requireRecentSignIn, restart, all }: BackupOperationsDependencies) {
  return {
    'backups.list': operation({
      rest: 'GET /backups',
      access: 'admin',
      live: 5,
      summary: 'The backups of the database, newest first',
      description:
        'One is made every day, before a new version changes the database, before another one is restored, and by hand.',
      input: Page,
      output: schemas.BackupPage,
      errors: [],
    }).handle(async (input) => {
      const { limit, offset } = pageOf(input)
      const items = await all.list()
      return { items: items.slice(offset, offset + limit), total: items.length }
    }),

    'backups.create': operation({
      rest: 'POST /backups',
      status: 201,
      access: 'admin',
      summary: 'Back the database up, while it is in use',
      description:
        'It stays until it is deleted here. Where a member resets what the companion holds of them, that is deleted from ' +
        'it too. The keys of the home are in none.',
      input: Nothing,
      output: schemas.Backup,
      errors: [failures.BackupUnderWay],
    }).handle(async (input, context) => {
      const first = once.recall(context, input)
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as Static<typeof schemas.Backup>
      const made = await all.create('manual')
      return once(context, input, () => made)
    }),

    'backups.delete': operation({
      rest: 'DELETE /backups/{id}',
      access: 'admin',
      scopes: [],
      audited: ['id'],
      summary: 'Delete a backup',
      description: 'One that is being made or restored cannot be deleted.',
      input: schemas.Target,
      output: schemas.Backup,
      errors: [failures.BackupNotFound, failures.BackupUnderWay],
    }).handle(({ id }) => all.remove(id)),

    'backups.restore': operation({
      rest: 'POST /backups/{id}/restore',
      access: 'admin',
      scopes: [],
      audited: ['id'],
      summary: 'Let a backup take the place of what is now, and start again',
      description:
        'Wants a sign-in of the last 5 minutes. What is now is backed up before. Then the daemon restarts: members, ' +
        'passwords and roles are as they were when the backup was made, and everybody signs in again. The audit log goes ' +
        'on, what was revoked stays so, and nothing comes back that was deleted for good.',
      input: schemas.Target,
      output: schemas.Restoring,
      errors: [
        failures.BackupNotFound,
        failures.BackupUnderWay,
        failures.BackupDamaged,
        failures.BackupTooNew,
      ],
    }).handle(async ({ id }, context) => {
      await requireRecentSignIn(context)
      await all.restore(id, { actor: context.caller.actor, address: context.address })
      restart()
      return { restarting: true }
    }),
  }
}
