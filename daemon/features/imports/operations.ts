import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Static } from 'typebox'
import { iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember, assertPerson } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import type { ArchivedKind } from '../../store/archived.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { exportOperations, type ExportPort } from './export.ts'
import { openArchiveExport } from './archive/exporting.ts'
import { readArchive } from './archive/lines.ts'
import { type ArchivePorts, openArchiveImport } from './archive/archive-import.ts'
import * as failures from './failures.ts'
import { FileTooLarge, ImportNotFound, NotDraft, PartMissing } from './failures.ts'
import { type ImportFiles, openImportFiles } from './files.ts'
import { type Format, isArchive } from './formats/formats.ts'
import { openReader, type Reader } from './reader.ts'
import { type ImportingPort, openingOf, openRunner, type Runner } from './runner.ts'
import * as schemas from './schemas.ts'
import { type ImportQueries, type ImportRow, importStore } from './store.ts'

/** How long a file may be, in characters: read, JSON takes up to 21 times as much memory. */
const maxFileLength = 100_000_000
/** How many files a member may have sent and not started; the oldest make room. */
const maxDrafts = 3
/** How long such a file is kept, and how often it is looked at, in milliseconds. */
const [draftMs, hour] = [86_400_000, 3_600_000]

interface ImportsDependencies {
  readonly home: Pick<Home, 'imports'>
  readonly store: Store
  readonly once: Idempotency
  readonly clock: TrustedClock
  readonly log: Log
}

interface ImportsPorts {
  readonly memories: ImportingPort & ExportPort & { readonly ownerOf: ArchivePorts['ownerOfMemory'] }
  /** Where the rest of an archive goes. */
  readonly archive: Omit<ArchivePorts, 'ownerOfMemory'>
  /** What an archive has, in the order of its lines. */
  readonly archived: readonly ArchivedKind[]
}

/** Imports: memories from the files of other programs, and all memories, or everything of a member, as a file. */
export function openImports(
  { home, store, once, clock, log }: ImportsDependencies,
  { memories, archive, archived }: ImportsPorts,
) {
  const queries = importStore(store)
  const files = openImportFiles(home.imports)
  const reader = openReader()
  const archiveImport = openArchiveImport({ ...archive, ownerOfMemory: memories.ownerOf })
  const runner = openRunner({ store, clock, log, queries, files, reader, memories, archiveImport })
  const archives = openArchiveExport({ store, clock, archived })
  const parts = { store, once, clock, queries, files, reader, runner, memories, oneByOne: pLimit(1) }

  let cancel = () => {}
  const sweep = () => {
    try {
      const old = clock.isTrusted() ? queries.draftsBefore(clock.now() - draftMs) : []
      if (old.length > 0) store.write((tx) => old.forEach((row) => dropDraft(parts, tx, row)))
    } catch (error) {
      log.error(
        { err: error },
        'files that nobody has imported could not be removed; retrying within the hour',
      )
    }
    cancel = clock.after(hour, sweep)
  }
  const pending = [...queries.running(), ...queries.draftsBefore(Number.MAX_SAFE_INTEGER)]
  files.removeOthers(new Set(pending.map(({ import_uuid }) => import_uuid)))
  sweep()

  return {
    operations: {
      ...sendingOperations(parts),
      ...draftOperations(parts),
      ...startedOperations(parts),
      ...exportOperations({ memories, clock, archives }),
    },
    /** Called once all features are open: goes on with what a stop interrupted. */
    resume: () => queries.running().forEach(runner.run),
    erase: (tx: Transaction, family_member_uuid: string): { imports: number } => {
      const rows = queries.erase(tx, family_member_uuid)
      tx.afterCommit(() => rows.forEach(({ import_uuid }) => files.remove(import_uuid)))
      tx.afterCommit(() => archives.erase(family_member_uuid))
      return { imports: rows.length }
    },
    stop: async () => {
      cancel()
      await runner.stop()
    },
  }
}

interface Parts
  extends Pick<ImportsDependencies, 'store' | 'once' | 'clock'>, Pick<ImportsPorts, 'memories'> {
  readonly queries: ImportQueries
  readonly files: ImportFiles
  readonly reader: Reader
  readonly runner: Runner
  /** Files that are looked into: each may take gigabytes while it is read. */
  readonly oneByOne: ReturnType<typeof pLimit>
}

function dropDraft({ queries, files }: Parts, tx: Transaction, row: ImportRow): void {
  queries.remove(tx, row)
  tx.afterCommit(() => files.remove(row.import_uuid))
}

function toImport(row: ImportRow): schemas.Import {
  const { family_member_uuid: _, roles: _roles, visibility: _visibility, ...shown } = row
  const { bytes: _bytes, attempts: _attempts, ...rest } = shown
  // Written by this feature, of its formats.
  return { ...rest, format: rest.format as Format | null }
}

type ImportChoices = Pick<
  Partial<Static<typeof schemas.Start>>,
  'format' | 'roles' | 'visibility' | 'source_name'
>

/** What of an import is said when it is made, and may be said otherwise when it is started. */
const chosen = (given: ImportChoices) => ({
  ...(given.format !== undefined && { format: given.format }),
  ...(given.roles !== undefined && { roles: given.roles }),
  ...(given.visibility !== undefined && { visibility: given.visibility }),
  ...(given.source_name !== undefined && { source_name: given.source_name.trim() }),
})

function newImport(
  family_member_uuid: string,
  given: ImportChoices,
  received: number,
  now: string,
): ImportRow {
  return {
    import_uuid: randomUUID(),
    family_member_uuid,
    state: 'draft',
    format: null,
    roles: 'own',
    visibility: null,
    source_name: null,
    received,
    bytes: 0,
    total: null,
    done: 0,
    stored: 0,
    merged: 0,
    skipped: 0,
    error: null,
    attempts: 0,
    created_at: now,
    finished_at: null,
    ...chosen(given),
  }
}

const requireImport = (queries: ImportQueries, context: AuthenticatedContext, id: string): ImportRow => {
  const row = queries.find(memberOf(context.caller), id)
  if (!row) throw ImportNotFound()
  return row
}

const foundDraft = (queries: ImportQueries, context: AuthenticatedContext, id: string): ImportRow => {
  const row = requireImport(queries, context, id)
  if (row.state !== 'draft') throw NotDraft()
  return row
}

const problems = {
  unknown_format: failures.UnknownFormat,
  archive_damaged: failures.ArchiveDamaged,
  archive_newer: failures.ArchiveNewer,
} as const
const unreadable = Object.values(problems)

/** Enough to tell an archive by, in bytes. */
const beginningBytes = 200

/** What is in a file. Throws `UNPROCESSABLE` where it is of no known format, or an archive that is not whole. */
function previewOf({ reader, files, oneByOne }: Parts, row: ImportRow): Promise<schemas.Preview> {
  return oneByOne(async () => {
    await using file = await reader.open(openingOf(row, files))
    if ('problem' in file.opened) throw problems[file.opened.problem]()
    return await file.preview()
  })
}

/**
 * Whether a file that is to be stored is an archive. Throws where a key or a restricted session brings one: it changes more
 * than memories.
 */
function isAllowedArchive({ files }: Parts, { import_uuid }: ImportRow, { caller }: AuthenticatedContext) {
  const isOne = files.has(import_uuid) && isArchive(files.beginning(import_uuid, beginningBytes))
  if (isOne) assertPerson(caller)
  return isOne
}

/** A file comes, in one part or in several, and is looked at before any of it is stored. */
function sendingOperations(parts: Parts) {
  const { store, once, clock, queries, files, runner } = parts
  return {
    'imports.create': operation({
      rest: 'POST /memory/imports',
      status: 201,
      access: 'member',
      scopes: ['remember'],
      summary: 'Import memories from a file',
      description:
        'Takes the files of ChatGPT, Claude, mem0, Letta, the memory server of MCP and OpenAI, exports of Companion, ' +
        'Markdown, CSV and plain text. With `preview` it tells what is in the file and stores nothing until ' +
        '`imports.start`; with `more` the file comes in parts, by `imports.append`. Otherwise it begins at once and goes ' +
        'on by itself; the same file again changes nothing.',
      input: schemas.Creation,
      output: schemas.Created,
      errors: [NoMember, ...unreadable],
    }).handle(async (input, context) => {
      const family_member_uuid = memberOf(context.caller)
      const { text, more = false, preview = false, ...given } = input
      if (isArchive(text) && !more && !preview) {
        assertPerson(context.caller)
        const parsed = readArchive(text)
        if ('problem' in parsed) throw problems[parsed.problem]()
      }
      const draft = newImport(family_member_uuid, given, text.length, iso(clock.now()))
      const insert = (tx: Transaction, row: ImportRow) => {
        const bytes = files.write(row.import_uuid, 0, text)
        for (const old of queries.drafts(family_member_uuid).slice(maxDrafts - 1)) dropDraft(parts, tx, old)
        queries.insert(tx, { ...row, bytes })
        return { import: toImport(row), preview: null }
      }
      if (!preview)
        return once(context, input, (tx) => {
          const row: ImportRow = more ? draft : { ...draft, state: 'running' }
          if (!more) tx.afterCommit(() => runner.run(row))
          return insert(tx, row)
        })
      // What is in it is told, and not kept beside a key.
      store.write((tx) => insert(tx, draft))
      try {
        return { import: toImport(draft), preview: await previewOf(parts, draft) }
      } catch (error) {
        store.write((tx) => dropDraft(parts, tx, draft))
        throw error
      }
    }),

    'imports.append': operation({
      rest: 'POST /memory/imports/{id}/parts',
      access: 'member',
      scopes: ['remember'],
      summary: 'Send the next part of a file',
      description:
        'A part ends with a whole character, and may be sent again: what has come is not added twice. A file may have ' +
        `${maxFileLength / 1_000_000} million characters. What was not started within a day is deleted.`,
      input: schemas.Part,
      output: schemas.ImportResult,
      errors: [NoMember, ImportNotFound, NotDraft, PartMissing, FileTooLarge],
    }).handle(({ id, position, text }, context) =>
      store.write((tx) => {
        const row = foundDraft(queries, context, id)
        const received = position + text.length
        if (received === row.received) return { import: toImport(row) }
        if (position !== row.received) throw PartMissing({ received: row.received })
        if (received > maxFileLength) throw FileTooLarge({ max_characters: maxFileLength })
        const longer = { ...row, received, bytes: files.write(id, row.bytes, text) }
        queries.update(tx, longer)
        return { import: toImport(longer) }
      }),
    ),
  }
}

/** What is done with a file that has come. */
function draftOperations(parts: Parts) {
  const { once, queries, runner } = parts
  return {
    'imports.preview': operation({
      rest: 'GET /memory/imports/{id}/preview',
      access: 'member',
      scopes: ['remember'],
      summary: 'What is in a file, before any of it is stored',
      description:
        'Counts and a sample, and what of the file is no memory; another format or `roles` can be tried.',
      input: schemas.Look,
      output: schemas.Preview,
      errors: [NoMember, ImportNotFound, NotDraft, ...unreadable],
    }).handle(({ id, ...given }, context) =>
      previewOf(parts, { ...foundDraft(queries, context, id), ...chosen(given) }),
    ),

    'imports.start': operation({
      rest: 'POST /memory/imports/{id}/start',
      access: 'member',
      scopes: ['remember'],
      summary: 'Store what is in a file',
      description:
        'It goes on by itself, also after a restart; see how far with `imports.get`. An archive (`archive.export`) wants a ' +
        'person who is signed in: it brings back conversations, goals, preferences and the companion too.',
      input: schemas.Start,
      output: schemas.ImportResult,
      errors: [NoMember, ImportNotFound, NotDraft, ...unreadable],
    }).handle(async (input, context) => {
      const sent = requireImport(queries, context, input.id)
      // Nothing of one that is not whole is to be stored.
      if (sent.state === 'draft' && isAllowedArchive(parts, sent, context)) await previewOf(parts, sent)
      return once(context, input, (tx) => {
        const { id, ...given } = input
        const draft = foundDraft(queries, context, id)
        // The rest of it may have come meanwhile.
        isAllowedArchive(parts, draft, context)
        const row: ImportRow = { ...draft, ...chosen(given), state: 'running' }
        queries.update(tx, row)
        tx.afterCommit(() => runner.run(row))
        return { import: toImport(row) }
      })
    }),
  }
}

/** What became of imports, and taking them back. */
function startedOperations(parts: Parts) {
  const { store, clock, queries, files, memories } = parts
  return {
    'imports.list': operation({
      rest: 'GET /memory/imports',
      access: 'member',
      summary: 'Your imports, newest first',
      description:
        'With what came of each, also of those that were undone; not those that were never started.',
      input: Page,
      output: listOf(schemas.Import),
      errors: [NoMember],
    }).handle((input, { caller }) => {
      const { items, total } = queries.list(memberOf(caller), pageOf(input))
      return { items: items.map(toImport), total }
    }),

    'imports.get': operation({
      rest: 'GET /memory/imports/{id}',
      access: 'member',
      live: 1,
      summary: 'How far an import is, and what came of it',
      description: 'Watch it as `live.imports.get` over a WebSocket, and it is told whenever it has gone on.',
      input: schemas.ById,
      output: schemas.ImportResult,
      errors: [NoMember, ImportNotFound],
    }).handle(({ id }, context) => ({ import: toImport(requireImport(queries, context, id)) })),

    'imports.undo': operation({
      rest: 'DELETE /memory/imports/{id}',
      access: 'member',
      summary: 'Undo a whole import',
      description:
        'Forgets everything that it stored, and not what was known before; it can be taken back for 7 days, as by ' +
        '`memory.restore` or by the same file again. One that is running ends; one that was not started is deleted.',
      input: schemas.ById,
      output: schemas.Undone,
      errors: [NoMember, ImportNotFound],
    }).handle(({ id }, context) =>
      store.write((tx) => {
        const row = requireImport(queries, context, id)
        const undone: ImportRow = {
          ...row,
          state: 'undone',
          finished_at: row.finished_at ?? iso(clock.now()),
        }
        if (row.state === 'draft') queries.remove(tx, row)
        else queries.update(tx, undone)
        tx.afterCommit(() => files.remove(id))
        return { import: toImport(undone), ...memories.forget(tx, row.family_member_uuid, id) }
      }),
    ),
  }
}
