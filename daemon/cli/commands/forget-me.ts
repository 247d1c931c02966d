import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { findDaemonIfAny, localHome } from '../../client/local/daemon.ts'
import { type Receipt, receiptKeyOf, verifyReceipt } from '../../client/local/receipts.ts'
import { sessionFile } from '../../client/local/session-file.ts'
import { methodOfCode } from '../../client/second-factor.ts'
import type { OutputOf } from '../../client/types.ts'
import { inLightOf, openAnonymousCaller, openSessionCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { ask, canAsk } from '../prompt.ts'
import { readSecrets } from '../secrets.ts'

export interface ForgetMeOptions {
  readonly confirm?: string
  readonly receipt?: string
  readonly passwordStdin?: boolean
}

/** What is to be typed, so that nobody does it by accident. */
const words = 'FORGET ME'

/** Deletes the account of whoever is signed in, with everything that is held of them, and keeps the receipt. */
export async function forgetMe(invocation: Invocation, options: ForgetMeOptions): Promise<void> {
  const caller = openSessionCaller({ ...invocation, asSystem: false })
  const { client, daemon, session } = caller
  if (!session)
    throw new CliError(exitCodes.denied, 'nobody is signed in here', 'Sign in first: `companion login`.')
  await confirmed(session.family_member.full_name, options.confirm)
  const fromInput = options.passwordStdin ?? false
  const secret = { name: 'password', chosen: false, fromInput, required: true }
  const { password = '' } = await readSecrets([secret], invocation.environment)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const file = options.receipt ?? `companion-receipt-${time}.jws`
  // First of all: once it is done, there is no other way to the receipt.
  const descriptor = openFile(file)
  let answer: OutputOf<'auth.forget_me'>
  try {
    answer = await forgotten(client, password, invocation.environment)
    writeSync(descriptor, `${answer.receipt}\n`)
  } catch (error) {
    rmSync(file, { force: true })
    throw inLightOf(caller, error)
  } finally {
    closeSync(descriptor)
  }
  sessionFile(daemon.home).remove()
  const { receipt_id, deleted } = answer
  say(
    invocation,
    { ...answer, file },
    () =>
      `You have been forgotten: ${countsOf(deleted)}.\nThe receipt is ${file}: keep it. \`companion receipt ${file}\` ` +
      `verifies it, and \`companion auth receipt ${receipt_id}\` says whether the backups have followed.`,
  )
}

async function confirmed(full_name: string, given: string | undefined): Promise<void> {
  if (given === words) return
  if (given !== undefined || !canAsk())
    throw usageError(`to delete your account for good, confirm it: --confirm "${words}"`)
  remark(
    `${harmless(full_name)}, your account and everything that Companion holds of you will be deleted, from the backups too, ` +
      'with what you share with the household. Nobody can bring it back.',
  )
  if ((await ask(`Type ${words} to go on`)) !== words)
    throw new CliError(exitCodes.interrupted, 'nothing was changed')
}

function openFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new CliError(
      exitCodes.badInput,
      `cannot write ${file}, so nothing was deleted: ${(error as Error).message}`,
      'Name another file with --receipt.',
      error,
    )
  }
}

/** With the password, and a code where the member has a second factor. */
async function forgotten(client: Client, password: string, environment: NodeJS.ProcessEnv) {
  const forget = () => client.call('auth.forget_me', { password, confirm: words })
  try {
    return await forget()
  } catch (error) {
    const methods = error instanceof ApiError ? error.details['methods'] : null
    if (!Array.isArray(methods)) throw error
    const usable: readonly unknown[] = methods
    if (!usable.includes('totp') && !usable.includes('backup_code'))
      throw new CliError(
        exitCodes.denied,
        'no second factor of yours can be used in a terminal',
        'Do it on the page "Me" instead.',
        error,
      )
    const wanted = { name: 'code', chosen: false, fromInput: false, required: true }
    const { code = '' } = await readSecrets([wanted], environment)
    await client.call('auth.step_up', { password, method: methodOfCode(code, usable), code })
    return forget()
  }
}

const countsOf = (deleted: Readonly<Record<string, number>>) => {
  const some = Object.entries(deleted).filter(([, count]) => count > 0)
  return some.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ') || 'nothing was held'
}

/** Verifies a receipt with the key in it, and says whether it is of this home. */
export async function showReceipt(invocation: Invocation, file: string): Promise<void> {
  const verified = await verifyReceipt(file === '-' ? await text(process.stdin) : readReceipt(file))
  if (!verified)
    throw new CliError(
      exitCodes.refused,
      'this is no receipt of Companion, or it was changed since it was signed',
    )
  const { receipt } = verified
  const own = await ownKey(invocation)
  const of_this_home = own === null ? null : own === receipt.household
  say(invocation, { valid: true, of_this_home, receipt }, () => textOf(receipt, of_this_home))
}

function readReceipt(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`the receipt cannot be read: ${(error as Error).message}`)
  }
}

/** The key of the home, out of its file, else told by the daemon; null where neither is at hand. */
async function ownKey({ environment }: Invocation): Promise<string | null> {
  const { id, isLocked } = receiptKeyOf(localHome(environment))
  if (!isLocked) return id
  if (!findDaemonIfAny(environment)) return null
  const { client } = openAnonymousCaller({ environment })
  return client.call('auth.receipt_key').then(
    ({ key }) => key.kid,
    () => null,
  )
}

const ofHome = {
  true: 'It was signed by this home.',
  false: 'It was signed by another home than this one.',
  null: 'Whether it was signed by this home is not known: its key cannot be read here.',
} as const

function textOf(receipt: Receipt, of_this_home: boolean | null): string {
  const { state, account, deleted, erased_at, family_member_uuid, receipt_id, household } = receipt
  return [
    `The receipt is as it was signed. ${ofHome[`${of_this_home}`]}`,
    '',
    `receipt    ${receipt_id}, ${state}, of ${receipt.issued_at}`,
    `household  ${household}`,
    `member     ${family_member_uuid}; the account was ${account}`,
    `deleted    ${erased_at}${deleted ? `: ${countsOf(deleted)}` : ''}`,
    `backups    ${followingText(receipt.backups, 'hold it still')}`,
    `snapshots  ${receipt.snapshots ? followingText(receipt.snapshots, 'may hold it still') : 'none on another disk or a server'}`,
  ].join('\n')
}

function followingText({ left, expected_by }: Receipt['backups'], hold: string): string {
  if (left === 0) return 'none holds it any more'
  return `${left} ${hold}${expected_by === null ? '' : `, until about ${expected_by}`}`
}
