import { ApiError } from '../../client/errors.ts'
import { NoDaemonError } from '../../client/local/daemon.ts'
import type { InputOf, OutputOf } from '../../client/types.ts'
import { type Caller, openSessionCaller } from '../caller.ts'
import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { explain } from '../explain.ts'
import { harmless } from '../format/text.ts'
import type { Invocation } from '../invocation.ts'
import { remark, say } from '../output.ts'
import { ask, askYesNo, canAsk } from '../prompt.ts'
import { readSecrets } from '../secrets.ts'

export interface RecoverOptions {
  readonly username?: string
  readonly withoutSecondFactor?: boolean
  readonly keepSessions?: boolean
  readonly passwordStdin?: boolean
}

type Member = OutputOf<'members.list'>['items'][number]

/** Sets a new password for a member without the old one, with the key of this machine. */
export async function recover(invocation: Invocation, options: RecoverOptions): Promise<void> {
  const caller = openMachine(invocation)
  if (options.username === undefined && !canAsk())
    throw usageError('without a terminal, recover needs --username')
  const members = await everyMember(caller)
  const member = options.username === undefined ? await choose(members) : named(members, options.username)
  if (!member) throw new CliError(exitCodes.notFound, `there is no member ${options.username ?? ''}`, null)
  const asks = canAsk() && !options.passwordStdin
  const without_second_factor =
    options.withoutSecondFactor ?? (asks && (await askYesNo('Turn off their second factors too?')))
  const keep_sessions =
    options.keepSessions ?? (asks && (await askYesNo('Let them stay signed in where they are?')))
  const { family_member_uuid, full_name, username } = member
  const wanted = { family_member_uuid, without_second_factor, keep_sessions }
  const done = await setPassword(invocation, caller, wanted, options.passwordStdin ?? false)
  const ended = done.sessions_ended.length
  say(
    invocation,
    done,
    () =>
      `${harmless(full_name)} can sign in as ${harmless(username)} with the new password.` +
      (ended === 0 ? '' : ` ${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`) +
      (done.second_factors_removed === 0 ? '' : ' Their second factors are off.'),
  )
}

/** The daemon, asked for this machine: whoever is signed in here has nothing to do with it. */
function openMachine(invocation: Invocation): Caller {
  try {
    return openSessionCaller({ ...invocation, asSystem: true })
  } catch (error) {
    if (!(error instanceof NoDaemonError)) throw error
    const hint =
      'The daemon keeps the passwords, so it has to run: start it with `companion daemon start`, or by opening the app, and try again.'
    throw new CliError(exitCodes.noDaemon, error.message, hint)
  }
}

async function everyMember({ client }: Caller): Promise<Member[]> {
  const members: Member[] = []
  for (;;) {
    const { items, total } = await client.call('members.list', { limit: 200, offset: members.length })
    members.push(...items)
    if (items.length === 0 || members.length >= total) return members
  }
}

/** By the username as people write it. */
const named = (members: readonly Member[], username: string) =>
  members.find((member) => member.username === username.trim().normalize('NFKC').toLowerCase())

async function choose(members: readonly Member[]): Promise<Member> {
  for (const [index, { username, full_name, roles }] of members.entries())
    remark(
      `${String(index + 1).padStart(3)}  ${harmless(username)}  ${harmless(full_name)}${roles.includes('admin') ? '  admin' : ''}`,
    )
  for (;;) {
    const answer = await ask('Whose password (number or username)')
    const member = members[Number(answer) - 1] ?? named(members, answer)
    if (member) return member
    remark('There is no such member.')
  }
}

/** Asks for the password, again where it is not good enough and somebody sits there. */
async function setPassword(
  { environment }: Invocation,
  { client }: Caller,
  wanted: Omit<InputOf<'auth.recover_at_home'>, 'new_password'>,
  fromInput: boolean,
): Promise<OutputOf<'auth.recover_at_home'>> {
  for (;;) {
    const secret = { name: 'password', chosen: true, fromInput, required: true }
    const { password = '' } = await readSecrets([secret], environment)
    try {
      return await client.call('auth.recover_at_home', { ...wanted, new_password: password })
    } catch (error) {
      const again = canAsk() && !fromInput && environment['COMPANION_PASSWORD'] === undefined
      if (!again || !(error instanceof ApiError) || error.code !== 'PASSWORD_REJECTED') throw error
      const { message } = explain(error)
      remark(`${message}; another one, please.`.replace(/^./, (letter) => letter.toUpperCase()))
    }
  }
}
