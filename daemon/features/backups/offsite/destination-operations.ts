import type { Static } from 'typebox'
import type { AuthenticatedContext } from '../../../kernel/context.ts'
import { operation } from '../../../kernel/operation.ts'
import { SetByEnvironment, BrokenConfig } from '../../../kernel/running-config.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import * as failures from '../failures.ts'
import * as schemas from '../schemas.ts'
import type { Offsite } from './offsite.ts'

interface DestinationOperationsDependencies {
  readonly once: Idempotency
  readonly requireRecentSignIn: (context: AuthenticatedContext) => Promise<unknown>
  readonly offsite: Offsite
}

/** Where encrypted backups go to. */
export function destinationOperations({
  once,
  requireRecentSignIn,
  offsite,
}: DestinationOperationsDependencies) {
  return {
    'backups.destination': operation({
      rest: 'GET /backups/destination',
      access: 'admin',
      live: 5,
      summary: 'Where encrypted backups go to, and how it went',
      description:
        'A snapshot is made every hour in which something has changed, on another disk or a server. Every month the newest is ' +
        'restored on trial, every day one of the older ones is read through.',
      input: Nothing,
      output: schemas.Destination,
      errors: [],
    }).handle(() => offsite.status()),

    'backups.snapshot': operation({
      rest: 'POST /backups/destination/snapshots',
      status: 201,
      access: 'admin',
      summary: 'Make an encrypted snapshot now',
      description:
        'It is under way when this answers; `backups.destination` says how it went. Where nothing has changed, the newest ' +
        'one is verified again instead.',
      input: Nothing,
      output: schemas.Destination,
      errors: [failures.NoDestination, failures.BackupUnderWay],
    }).handle(() => offsite.snapshot()),

    'backups.unset_destination': operation({
      rest: 'DELETE /backups/destination',
      access: 'admin',
      scopes: [],
      summary: 'Let encrypted backups go nowhere any more',
      description:
        'Wants a sign-in of the last 5 minutes. What lies there stays, and opens with its words as before. A ' +
        'snapshot that is being made is not finished.',
      input: Nothing,
      output: schemas.Destination,
      errors: [SetByEnvironment, BrokenConfig],
    }).handle(async (_, context) => {
      await requireRecentSignIn(context)
      return offsite.turnOff()
    }),

    'backups.set_destination': operation({
      rest: 'POST /backups/destination',
      status: 201,
      access: 'admin',
      scopes: [],
      shownOnce: true,
      timeoutMs: 60_000,
      summary: 'Let encrypted backups go to another disk or a server',
      description:
        'Wants a sign-in of the last 5 minutes. The answer has twelve words, shown this one time: with them and the place ' +
        'alone, `companion restore` builds the home on another machine. A place of this household gets new words, and the ' +
        'old ones open it no more. The first snapshot is made right away. What a server is told of who wants to write is ' +
        'kept in the home, told to that server alone, and never shown.',
      input: schemas.NewDestination,
      output: schemas.DestinationWords,
      errors: [
        failures.BackupUnderWay,
        failures.FolderUnusable,
        failures.AddressUnfit,
        failures.StorageUnreachable,
        failures.StorageDenied,
        failures.FolderInHome,
        failures.FolderOfSystem,
        failures.FolderTaken,
        SetByEnvironment,
        BrokenConfig,
      ],
    }).handle(async (input, context) => {
      await requireRecentSignIn(context)
      const first = once.recall(context, input)
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as Static<typeof schemas.DestinationWords>
      const { location, storage_user: user, storage_password: password } = input
      const credentials = user !== undefined && password !== undefined ? { user, password } : null
      const made = await offsite.setUp({ location, credentials })
      return once(context, input, () => made)
    }),
  }
}
