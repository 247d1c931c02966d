import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  exportAll,
  type ExportFormat,
  type Import,
  type ImportOptions,
  type Preview,
  sendFile,
} from '../../client/import-file.ts'
import { type Caller, inLightOf, openCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { localMoment } from '../format/moment.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'

export interface ImportCommand {
  readonly format?: NonNullable<ImportOptions['format']>
  readonly source?: string
  readonly visibility?: 'private' | 'household'
  readonly preview?: true
  readonly allRoles?: true
  readonly undo?: string
}

/** How often it looks how far an import is, in milliseconds. */
const lookMs = 300

/** Imports a file and waits until it is stored; only looks into it, or undoes an import, where that is asked for. */
export async function importMemories(
  invocation: Invocation,
  file: string | undefined,
  options: ImportCommand,
): Promise<void> {
  const { undo, preview } = options
  if ((undo === undefined) === (file === undefined))
    throw usageError('give a file, or --undo with the id of an import')
  const caller = openCaller(invocation)
  const explained = (error: unknown): never => {
    throw inLightOf(caller, error)
  }
  if (undo !== undefined) {
    const undone = await caller.client.call('imports.undo', { id: undo }).catch(explained)
    const until = localMoment(undone.restorable_until)
    say(
      invocation,
      undone,
      () =>
        `Forgot ${counted(undone.forgotten, 'memory', 'memories')}. You can bring them back until ${until}.`,
    )
    return
  }
  const text = await readInput(file ?? '')
  const chosen = optionsOf(file ?? '', options)
  const sent = await sendFile(caller.client, text, chosen, progressOf('Sent')).catch(explained)
  const id = sent.import_uuid
  if (preview) {
    const { format, roles } = chosen
    const look = { id, ...(format && { format }), ...(roles && { roles }) }
    const found = await caller.client.call('imports.preview', look).catch(explained)
    await caller.client.call('imports.undo', { id }).catch(explained)
    say(invocation, found, () => previewText(found))
    return
  }
  await caller.client.call('imports.start', { id }).catch(explained)
  const done = await waitFor(caller, id).catch(explained)
  say(invocation, done, () => resultText(done))
  if (done.state === 'failed')
    throw new CliError(exitCodes.failed, `the import failed: ${String(done.error).replaceAll('_', ' ')}`)
}

function optionsOf(file: string, { format, source, visibility, allRoles }: ImportCommand): ImportOptions {
  const name = source ?? (file === '-' ? undefined : basename(file))
  return {
    ...(name !== undefined && { source_name: name }),
    ...(format && { format }),
    ...(visibility && { visibility }),
    ...(allRoles && { roles: 'all' as const }),
  }
}

async function readInput(file: string): Promise<string> {
  const text =
    file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8').catch(unreadable(file))
  if (text.trim() === '') throw usageError(`${file === '-' ? 'standard input' : file} is empty`)
  return text
}

const unreadable =
  (file: string) =>
  (error: unknown): never => {
    throw new CliError(exitCodes.badInput, `cannot read ${file}: ${(error as Error).message}`, null, error)
  }

/** Says on a terminal how far something is. */
function progressOf(what: string): (share: number) => void {
  const { isTTY } = process.stderr
  return (share) => {
    if (isTTY) process.stderr.write(`\r${what} ${Math.round(share * 100)} %${share < 1 ? '' : '\n'}`)
  }
}

async function waitFor({ client }: Caller, id: string): Promise<Import> {
  const show = progressOf('Stored')
  for (;;) {
    const { import: now } = await client.call('imports.get', { id })
    if (now.state !== 'running') {
      show(1)
      return now
    }
    show(now.total ? (0.99 * now.done) / now.total : 0)
    await sleep(lookMs)
  }
}

function previewText(found: Preview): string {
  const { format, memories, by_assistants, conversations, from, to, skipped_total, skipped, sample } = found
  const [first, last] = [from, to].map((time) => time?.slice(0, 10))
  return [
    `${counted(memories, 'memory', 'memories')} (${format.replaceAll('_', ' ')})${
      conversations > 0 ? ` of ${counted(conversations, 'conversation')}` : ''
    }`,
    ...(first === undefined ? [] : [first === last ? `of ${first}` : `from ${first} to ${last}`]),
    ...(by_assistants === 0 ? [] : [`${by_assistants} said by assistants; --all-roles takes them too`]),
    ...(skipped_total === 0 ? [] : [`${skipped_total} skipped:`]),
    ...skipped.map(({ place, reason }) => `  ${place}: ${reason.replaceAll('_', ' ')}`),
    ...(sample.length === 0 ? [] : ['', 'The first of them:']),
    ...sample.map(({ content }) => `- ${harmless(content.slice(0, 100).replaceAll(/\s+/g, ' '))}`),
  ].join('\n')
}

function resultText({ stored, merged, skipped, import_uuid }: Import): string {
  return [
    `Stored ${counted(stored, 'memory', 'memories')}; ${merged} known already, ${skipped} skipped.`,
    ...(stored > 0 ? [`Undo it with: companion import --undo ${import_uuid}`] : []),
  ].join('\n')
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** Writes all memories of a member into a file, or to standard output. */
export async function exportMemories(
  invocation: Invocation,
  file: string | undefined,
  format: ExportFormat,
): Promise<void> {
  const caller = openCaller(invocation)
  const show = progressOf('Read')
  const progress = (read: number, total: number) => show(total === 0 ? 1 : Math.min(read / total, 1))
  const { text, memories } = await exportAll(caller.client, format, progress).catch((error: unknown) => {
    throw inLightOf(caller, error)
  })
  if (file === undefined || file === '-') {
    process.stdout.write(text)
    return
  }
  // None but the owner may read it, and nothing that is there is lost.
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new CliError(exitCodes.badInput, `cannot write ${file}: ${(error as Error).message}`, null, error)
  })
  if (invocation.json) say(invocation, { file, memories }, () => '')
  else remark(`Wrote ${counted(memories, 'memory', 'memories')} to ${file}.`)
}
