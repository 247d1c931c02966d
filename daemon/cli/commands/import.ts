import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer as bytesOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Import,
  type ImportOptions,
  isSealed,
  type Preview,
  sendFile,
} from '../../client/import-file.ts'
import { type Caller, inLightOf, openCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { localMoment } from '../format/moment.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { say } from '../output.ts'
import { readSecrets } from '../secrets.ts'

export interface ImportCommand {
  readonly format?: NonNullable<ImportOptions['format']>
  readonly source?: string
  readonly visibility?: 'private' | 'household'
  readonly preview?: true
  readonly allRoles?: true
  readonly undo?: string
  readonly archivePassphraseStdin?: boolean
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
  const text = await readInput(invocation, file ?? '', options)
  const chosen = optionsOf(file ?? '', options)
  const sent = await sendFile(caller.client, text, chosen, progressOf('Sent')).catch(explained)
  const id = sent.import_uuid
  if (preview) {
    const { format, roles } = chosen
    const look = { id, ...(format && { format }), ...(roles && { roles }) }
    const preview = await caller.client.call('imports.preview', look).catch(explained)
    await caller.client.call('imports.undo', { id }).catch(explained)
    say(invocation, preview, () => previewText(preview))
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

/** The text of a file; of one that is encrypted, with the passphrase that opens it. */
async function readInput(
  { environment }: Invocation,
  file: string,
  { archivePassphraseStdin: fromInput = false }: ImportCommand,
): Promise<string> {
  if (file === '-' && fromInput) throw usageError('standard input cannot be the file and its passphrase')
  const bytes = file === '-' ? await bytesOf(process.stdin) : await readFile(file).catch(unreadable(file))
  const text = isSealed(bytes) ? await opened(bytes) : bytes.toString()
  if (text.trim() === '') throw usageError(`${file === '-' ? 'standard input' : file} is empty`)
  return text

  async function opened(sealed: Uint8Array): Promise<string> {
    const wanted = { name: 'archive_passphrase', chosen: false, fromInput, required: true }
    const { archive_passphrase: passphrase = '' } = await readSecrets([wanted], environment)
    const { openSealedFile } = await import('../../client/sealed-file.ts')
    const file = await openSealedFile(sealed, passphrase)
    if (file === null) throw new CliError(exitCodes.denied, 'this passphrase does not open the file')
    return file
  }
}

const unreadable =
  (file: string) =>
  (error: unknown): never => {
    throw new CliError(exitCodes.badInput, `cannot read ${file}: ${(error as Error).message}`, null, error)
  }

/** Says on a terminal how far something is. */
export function progressOf(what: string): (share: number) => void {
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

function previewText(preview: Preview): string {
  const { format, memories, by_assistants, conversations, from, to, skipped_total, skipped, sample } = preview
  const { archive } = preview
  const [first, last] = [from, to].map((time) => time?.slice(0, 10))
  return [
    `${counted(memories, 'memory', 'memories')} (${format.replaceAll('_', ' ')})${
      conversations > 0 ? ` of ${counted(conversations, 'conversation')}` : ''
    }`,
    ...(first === undefined ? [] : [first === last ? `of ${first}` : `from ${first} to ${last}`]),
    ...(archive ? archiveText(archive) : []),
    ...(by_assistants === 0 ? [] : [`${by_assistants} said by assistants; --all-roles takes them too`]),
    ...(skipped_total === 0 ? [] : [`${skipped_total} skipped:`]),
    ...skipped.map(({ place, reason }) => `  ${place}: ${reason.replaceAll('_', ' ')}`),
    ...(sample.length === 0 ? [] : ['', 'The first of them:']),
    ...sample.map(({ content }) => `- ${harmless(content.slice(0, 100).replaceAll(/\s+/g, ' '))}`),
  ].join('\n')
}

/** What is in an archive, and what of it no import brings back. */
function archiveText({ full_name, made_at, taken, left_out }: NonNullable<Preview['archive']>): string[] {
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([type, count]) => `  ${count} ${type.replaceAll('_', ' ')}`)
  return [
    `everything of ${harmless(full_name)}, of ${localMoment(made_at)}; brought back:`,
    ...listed(taken),
    'left out, as only its household has a use for it:',
    ...listed(left_out),
  ]
}

function resultText({ format, stored, merged, skipped, import_uuid }: Import): string {
  const what = format === 'archive' ? counted(stored, 'thing') : counted(stored, 'memory', 'memories')
  return [
    `Stored ${what}; ${merged} known already, ${skipped} skipped.`,
    ...(stored > 0 ? [`Undo it with: companion import --undo ${import_uuid}`] : []),
    ...(stored > 0 && format === 'archive' ? ['That forgets its memories; the rest stays.'] : []),
  ].join('\n')
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
