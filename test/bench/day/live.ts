import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import { personOf, signIn, temporaryFolder } from '../../support/daemon.ts'
import { noMount } from '../../support/disk.ts'
import { rest } from '../../support/wire/rest.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../daemon-process.ts'
import { randomFrom } from '../faults/damages.ts'
import { registerOwner } from '../owner.ts'
import { type Disturbance, disturb, disturbances } from './disturbances.ts'
import { type Day, type EventKind, eventKinds, Resident } from './events.ts'
import { brokenPromises, noPromises, type Promises } from './promises.ts'

const usernames = ['olga', 'mina', 'theo', 'rosa', 'emil']
/** How many things each of them does at once. */
const atOnce = 2
/** The disk of the home, in megabytes. */
const diskMegabytes = 900
/** Between two disturbances, in milliseconds, from and up to. */
const [restFrom, restTo] = [2_000, 9_000]

/** What came of the events of a kind. */
interface Counted {
  acknowledged: number
  readonly refused: Map<string, number>
}

export interface DayReport {
  readonly seed: number
  readonly events: number
  readonly kinds: ReadonlyMap<EventKind, Counted>
  readonly disturbed: ReadonlyMap<Disturbance, number>
  /** What was promised and is not so, with when it was found. */
  readonly broken: readonly string[]
}

/** How long a day is, by whichever comes first. */
interface Length {
  readonly events: number
  readonly milliseconds: number
}

/**
 * Lets a household live with a real daemon that is disturbed all the time, and looks after each disturbance whether everything
 * that was acknowledged is so. The same `seed` chooses the same events and disturbances; what exactly they meet is up to
 * the machine. `told` hears of each disturbance.
 */
export async function liveThrough(
  seed: number,
  { events, milliseconds }: Length,
  told: (text: string) => void = () => {},
): Promise<DayReport> {
  const world = await openWorld()
  const { promises } = world
  const kinds = new Map<EventKind, Counted>()
  const disturbed = new Map<Disturbance, number>()
  const broken: string[] = []
  let total = 0
  const day: Day = {
    promises,
    daemon: world.daemon,
    members: () => residents.map(({ uuid }) => uuid),
    broken: (what) => broken.push(what),
    count: (kind, refused) => {
      total += 1
      const counted = kinds.get(kind) ?? { acknowledged: 0, refused: new Map<string, number>() }
      kinds.set(kind, counted)
      if (refused === null) counted.acknowledged += 1
      else counted.refused.set(refused, (counted.refused.get(refused) ?? 0) + 1)
    },
  }
  const residents: Resident[] = []
  const over = () => total >= events || performance.now() >= endsAt
  let resting: PromiseWithResolvers<void> | null = null
  const busy = new Set<Resident>()
  const endsAt = performance.now() + milliseconds
  const live = async (resident: Resident) => {
    while (!over()) {
      await resting?.promise
      busy.add(resident)
      try {
        await resident.act()
      } finally {
        busy.delete(resident)
      }
    }
  }
  /** Looks at everything while nobody asks for anything. */
  const look = async (when: string) => {
    resting = Promise.withResolvers()
    while (busy.size > 0) await wait(10)
    broken.push(...(await world.look()).map((what) => `${when}: ${what}`))
    resting.resolve()
    resting = null
  }
  try {
    for (const [at, member] of (await world.members()).entries())
      for (let one = 0; one < atOnce; one += 1)
        residents.push(
          new Resident(
            day,
            { ...member, username: usernames[at] ?? '' },
            randomFrom(seed + 10 * at + one),
            at === 0,
            one,
          ),
        )
    const lives = residents.map(live)
    const random = randomFrom(seed)
    while (!over()) {
      await wait(restFrom + random() * (restTo - restFrom))
      const kind = disturbances[Math.floor(random() * disturbances.length)] ?? 'killed'
      disturbed.set(kind, (disturbed.get(kind) ?? 0) + 1)
      const what = await world.disturb(kind, random)
      const name = `${total} events, ${kind} (${what})`
      told(name)
      await look(name)
    }
    await Promise.all(lives)
    await look('at the end')
  } finally {
    await world.close()
  }
  return { seed, events: total, kinds, disturbed, broken }
}

/** A home on a disk of its own where one can be mounted, its daemon, and what was promised. */
async function openWorld() {
  const disk = noMount ? null : temporaryFolder()
  if (disk !== null)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0700`, 'tmpfs', disk])
  const path = disk === null ? temporaryFolder() : join(disk, 'home')
  mkdirSync(path, { recursive: true })
  const home = locateHome({ COMPANION_HOME: path })
  createHome(home)
  writeFileSync(home.config, JSON.stringify({ backups: { daily: false } }))
  const promises: Promises = noPromises()
  const start = () =>
    startDaemonProcess(path, {
      COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000',
      NODE_DISABLE_COMPILE_CACHE: '1',
    })
  let running: Promise<DaemonProcess> = start()
  const first = await running

  return {
    promises,
    daemon: () => running,
    members: async () => {
      const owner = await registerOwner(path, first.file)
      const others = usernames.slice(1).map(async (username) => {
        const payload = personOf(username)
        await rest(first, 'POST /auth/register', { token: owner.access_token, payload })
        return signIn(first, username)
      })
      return [owner, ...(await Promise.all(others))]
    },
    disturb: async (kind: Disturbance, random: () => number) => {
      const daemon = await running
      const next = Promise.withResolvers<DaemonProcess>()
      // Whoever asks meanwhile waits for the one that comes.
      const ends = ['killed', 'ended and started', 'damaged while down'].includes(kind)
      if (ends) running = next.promise
      const { down, what } = await disturb(kind, daemon, { home: path, disk, random })
      if (down) next.resolve(await start())
      return what
    },
    look: async () => {
      const daemon = await running
      const { access_token: token } = await signIn(daemon, 'olga')
      const problems = brokenPromises(home, promises)
      const audit = (await rest(daemon, 'GET /security/audit/verify', { token })).body.data
      if (audit?.intact !== true) problems.push(`the audit log is not whole: ${JSON.stringify(audit)}`)
      const memories = (await rest(daemon, 'GET /memory/check', { token })).body.data
      if (memories?.whole !== true) problems.push(`the memories are not whole: ${JSON.stringify(memories)}`)
      const checkup = (await rest(daemon, 'GET /gateway/checkup', { token })).body.data
      for (const { check, level, text } of checkup?.findings ?? [])
        if (level === 'problem' && checked.has(check)) problems.push(`${check}: ${text}`)
      return problems
    },
    close: async () => {
      const { child } = await running
      await end(child, 'SIGKILL')
      if (disk !== null) execFileSync('umount', ['--lazy', disk])
      rmSync(disk ?? path, { recursive: true, force: true })
    },
  }
}

/** The checks of `companion doctor` that nothing of all this may trouble. */
const checked = new Set(['database', 'second_copy', 'search', 'rights'])

/** What came of a day, as a table. */
export function tableOf({ seed, events, kinds, disturbed, broken }: DayReport): string {
  const line = (name: string, figures: readonly unknown[]) =>
    name.padEnd(24) + figures.map((figure) => String(figure).padStart(14)).join('')
  const rows = eventKinds.flatMap((kind) => {
    const counted = kinds.get(kind)
    if (!counted) return []
    const refused = [...counted.refused.values()].reduce((sum, one) => sum + one, 0)
    const codes = [...counted.refused].map(([code, count]) => `${code} ${count}`).join(', ')
    return [`${line(kind, [counted.acknowledged + refused, counted.acknowledged, refused])}  ${codes}`]
  })
  const acknowledged = [...kinds.values()].reduce((sum, one) => sum + one.acknowledged, 0)
  return [
    `seed ${seed}`,
    line('event', ['asked', 'acknowledged', 'refused']),
    ...rows,
    line('all', [events, acknowledged, events - acknowledged]),
    '',
    ...[...disturbed].map(([kind, count]) => line(kind, [count])),
    line('broken', [broken.length]),
  ].join('\n')
}
