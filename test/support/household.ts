import { after } from 'node:test'
import { trustAuthority } from './certificate.ts'
import { lastNoon, ManualClock } from './clock.ts'
import {
  personOf,
  signIn,
  startTestDaemon,
  type TestDaemon,
  type TestDaemonOptions,
  type TestMember,
} from './daemon.ts'
import { select } from './database.ts'
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

/** The daemons that the files of a process share. */
const kinds = {
  /** Its clock stands still. */
  still: {},
  /** Its clock may be moved on, and makes no backups by itself; each table and file begins about noon. */
  moving: { backups: { daily: false } },
  /** The same over TLS. */
  detached: { backups: { daily: false }, mode: 'detached', host: '127.0.0.1', tls: { local: true } },
} as const
type Kind = keyof typeof kinds

const shared = new Map<Kind, Promise<TestDaemon & { readonly clock: ManualClock }>>()
let made = 0

/**
 * The daemon that all files of this process share: it starts once. The owner is signed in anew; the members that
 * `newMember` makes are of this file alone, and are deleted after its last test. For a file that changes nothing which a
 * household has once: settings, engines, who is in it, and the clock where it stands still.
 */
export async function sharedHousehold(kind: Kind = 'still') {
  let closing = async () => {}
  // Before anything else: where the file runs alone, the daemon stops after it too, in the order in which they were said.
  after(() => closing())
  const { close, ...opened } = await openShared(kind)
  closing = close
  return opened
}

/** The same for a part of a file, whose last step is `close`. */
export async function openShared(kind: Kind) {
  const starting = shared.get(kind) ?? startShared(kind)
  shared.set(kind, starting)
  const daemon = await starting
  const { clock } = daemon
  if (kind !== 'still') moveToNoon(clock)
  const owner = await signIn(daemon, 'olga')
  const members: TestMember[] = []
  return {
    daemon,
    clock,
    owner,
    newMember: async (name = 'mia', more: object = {}): Promise<TestMember> => {
      made += 1
      const username = `${name}-${made}`
      const full_name = `${name[0]?.toUpperCase()}${name.slice(1)} Example`
      const payload = { ...personOf(username), full_name, ...more }
      const { access_token: token } = await signIn(daemon, 'olga')
      const { status, body } = await rest(daemon, 'POST /auth/register', { token, payload })
      if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
      const member = await signIn(daemon, username)
      members.push(member)
      return member
    },
    close: async () => {
      const { access_token: token } = await signIn(daemon, 'olga')
      for (const one of [owner, ...members]) await deleteShared(daemon, one)
      for (const { family_member_uuid: uuid } of members)
        await rest(daemon, `DELETE /recognition/family/${uuid}`, { token })
    },
  }
}

/** Deletes what everybody may read of a member: it would outlive them. */
async function deleteShared(
  daemon: TestDaemon,
  { family_member_uuid, username }: Pick<TestMember, 'family_member_uuid' | 'username'>,
): Promise<void> {
  const memories = select<{ memory_uuid: string }>(
    daemon,
    `SELECT memory_uuid FROM memories WHERE family_member_uuid = ? AND visibility = 'household'`,
    family_member_uuid,
  )
  if (memories.length === 0) return
  const { access_token: token } = await signIn(daemon, username)
  for (const { memory_uuid } of memories) await rest(daemon, `DELETE /memory/${memory_uuid}`, { token })
}

async function startShared(kind: Kind) {
  const clock = new ManualClock(lastNoon())
  const daemon = await startTestDaemon({ clock, config: kinds[kind] })
  // Which file starts it is chance.
  countUse('daemons', -1)
  atProcessEnd(() => daemon[Symbol.asyncDispose]())
  if (daemon.file.mode === 'detached') trustAuthority(daemon)
  await daemon.owner()
  return { ...daemon, clock }
}

/** Moves on to the next noon, unless there was one within half an hour. */
function moveToNoon(clock: ManualClock): void {
  const now = new Date(clock.now())
  if (now.getHours() === 12 && now.getMinutes() < 30) return
  const noon = new Date(now).setHours(12, 0, 0, 0)
  const next = noon > clock.now() ? noon : new Date(noon).setDate(now.getDate() + 1)
  clock.advance(next - clock.now())
}
