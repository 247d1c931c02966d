import { after } from 'node:test'
import { lastNoon, ManualClock } from './clock.ts'
import {
  personOf,
  signIn,
  startTestDaemon,
  type TestDaemon,
  type TestDaemonOptions,
  type TestMember,
} from './daemon.ts'
import { atProcessEnd } from './process-end.ts'
import { countUse } from '../runner/usage.ts'
import { rest } from './wire/rest.ts'

/** A daemon with an owner and a member, for all tests of a file; it stops after the last of them. */
export async function household(
  options: TestDaemonOptions = {},
): Promise<{ daemon: TestDaemon; owner: TestMember; member: TestMember }> {
  const daemon = await startTestDaemon(options)
  after(() => daemon[Symbol.asyncDispose]())
  const owner = await daemon.owner()
  return { daemon, owner, member: await daemon.member(owner, 'mia') }
}

let shared: Promise<TestDaemon> | undefined
let made = 0

/**
 * The daemon that all files of this process share: it starts once, and its clock stands still. The owner is signed in anew;
 * the members that `newMember` makes are of this file alone, and are deleted after its last test. For a file that changes
 * nothing which a household has once: settings, engines, the clock, who is in it.
 */
export async function sharedHousehold() {
  shared ??= openShared()
  const daemon = await shared
  const owner = await signIn(daemon, 'olga')
  const members: TestMember[] = []
  after(async () => {
    const { access_token: token } = await signIn(daemon, 'olga')
    for (const { family_member_uuid: uuid } of members)
      await rest(daemon, `DELETE /recognition/family/${uuid}`, { token })
  })
  const newMember = async (name = 'mia', more: object = {}): Promise<TestMember> => {
    made += 1
    const username = `${name}-${made}`
    const full_name = `${name[0]?.toUpperCase()}${name.slice(1)} Example`
    const payload = { ...personOf(username), full_name, ...more }
    const { status, body } = await rest(daemon, 'POST /auth/register', { token: owner.access_token, payload })
    if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
    const member = await signIn(daemon, username)
    members.push(member)
    return member
  }
  return { daemon, owner, newMember }
}

async function openShared(): Promise<TestDaemon> {
  const daemon = await startTestDaemon({ clock: new ManualClock(lastNoon()) })
  // Which file starts it is chance.
  countUse('daemons', -1)
  atProcessEnd(() => daemon[Symbol.asyncDispose]())
  await daemon.owner()
  return daemon
}
