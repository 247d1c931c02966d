import { writeFile } from 'node:fs/promises'
import { exportAll, exportArchive, type ExportFormat } from '../../client/import-file.ts'
import { sealArchive } from '../../client/local/encryption.ts'
import { inLightOf, openCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { readSecrets } from '../secrets.ts'
import { assertLongEnough } from '../unlocking.ts'
import { counted, progressOf } from './import.ts'

export interface ExportCommand {
  readonly format: ExportFormat
  readonly all?: true
  readonly encrypt?: true
  readonly archivePassphraseStdin?: boolean
}

/** Writes all memories of a member, or everything of theirs, into a new file or to standard output. */
export async function exportToFile(
  invocation: Invocation,
  file: string | undefined,
  { format, all, encrypt, archivePassphraseStdin: fromInput = false }: ExportCommand,
): Promise<void> {
  if (all && format === 'markdown') throw usageError('everything is written as JSON Lines alone')
  const passphrase = encrypt ? await choosePassphrase(invocation, fromInput) : null
  const caller = openCaller(invocation)
  const show = progressOf('Read')
  const progress = (read: number, total: number) => show(total === 0 ? 1 : Math.min(read / total, 1))
  const exported = all
    ? exportArchive(caller.client, progress).then(({ text, lines }) => ({ text, counts: { lines } }))
    : exportAll(caller.client, format, progress).then(({ text, memories }) => ({
        text,
        counts: { memories },
      }))
  const { text, counts } = await exported.catch((error: unknown) => {
    throw inLightOf(caller, error)
  })
  const content = passphrase === null ? text : await sealArchive(text, passphrase)
  if (file === undefined || file === '-') {
    process.stdout.write(content)
    return
  }
  // None but the owner may read it, and nothing that is there is lost.
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new CliError(exitCodes.badInput, `cannot write ${file}: ${(error as Error).message}`, null, error)
  })
  if (invocation.json) say(invocation, { file, ...counts }, () => '')
  else if ('lines' in counts)
    remark(`Wrote everything of yours to ${file} (${counted(counts.lines, 'line')}).`)
  else remark(`Wrote ${counted(counts.memories, 'memory', 'memories')} to ${file}.`)
}

async function choosePassphrase({ environment }: Invocation, fromInput: boolean): Promise<string> {
  const wanted = { name: 'archive_passphrase', chosen: true, fromInput, required: true }
  const { archive_passphrase: passphrase = '' } = await readSecrets([wanted], environment)
  assertLongEnough(passphrase)
  return passphrase
}
