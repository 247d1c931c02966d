import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../faults/damages.ts'
import { amount } from '../smoke.ts'
import { type Disturbance, disturb, endlessly } from './disturbances.ts'
import { type Day, type EventKind, eventKinds } from './events.ts'
import { Resident } from './resident.ts'
import { openWorld, usernames } from './world.ts'

/** How many things each of them does at once. */
const atOnce = amount(2, 4)
/** Between two disturbances, in milliseconds, from and up to. */
const [restFrom, restTo] = amount([200, 500], [2_000, 9_000])

/** What came of the events of a kind. */
interface Counted {
  acknowledged: number
  readonly refused: Map<string, number>
}

/** How long a day went on, in seconds: with nobody looking, and while all was looked at. */
interface Spent {
  lived: number
  looked: number
}

export interface DayReport {
  readonly seed: number
  readonly events: number
  readonly kinds: ReadonlyMap<EventKind, Counted>
  readonly disturbed: ReadonlyMap<Disturbance, number>
  readonly seconds: Spent
  /** What a search found a moment later only, with when that was. */
  readonly late: readonly string[]
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
  const broken: string[] = []
  const late: string[] = []
  let during = 'at the beginning'
  const isBroken = (what: string) => broken.push(`${during}: ${what}`)
  const world = await openWorld(isBroken)
  const kinds = new Map<EventKind, Counted>()
  const disturbed = new Map<Disturbance, number>()
  const seconds: Spent = { lived: 0, looked: 0 }
  const day: Day = {
    promises: world.promises,
    running: world.running,
    members: () => uuids,
    broken: isBroken,
    foundLate: (what) => late.push(`${during}: ${what}`),
    count: (kind, refused) => {
      total += 1
      const counted = kinds.get(kind) ?? { acknowledged: 0, refused: new Map<string, number>() }
      kinds.set(kind, counted)
      if (refused === null) counted.acknowledged += 1
      else counted.refused.set(refused, (counted.refused.get(refused) ?? 0) + 1)
    },
  }
  let total = 0
  let uuids: readonly string[] = []
  let residents: readonly Resident[] = []
  let resting: PromiseWithResolvers<void> | null = null
  const busy = new Set<Resident>()
  try {
    const members = await world.members()
    uuids = members.map(({ family_member_uuid }) => family_member_uuid)
    residents = members.flatMap((member, at) => {
      const who = { ...member, username: usernames[at] ?? '' }
      return Array.from(
        { length: atOnce },
        (_, hand) => new Resident(day, who, randomFrom(seed + 10 * at + hand), at === 0, hand),
      )
    })
    const began = performance.now()
    const over = () => total >= events || performance.now() - began >= milliseconds
    const live = async (resident: Resident) => {
      while (!over()) {
        await resting?.promise
        busy.add(resident)
        try {
          await resident.act()
        } catch (error) {
          isBroken(`${resident.username}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
        } finally {
          busy.delete(resident)
        }
      }
    }
    /** Looks at everything while nobody asks for anything. */
    const look = async (when: string) => {
      resting = Promise.withResolvers()
      while (busy.size > 0) await wait(10)
      const from = performance.now()
      broken.push(...(await world.look()).map((what) => `${when}: ${what}`))
      seconds.looked += (performance.now() - from) / 1_000
      resting.resolve()
      resting = null
    }
    const lives = residents.map(live)
    const random = randomFrom(seed)
    const next = endlessly(random)
    while (!over()) {
      await wait(restFrom + random() * (restTo - restFrom))
      const kind = next.next().value
      disturbed.set(kind, (disturbed.get(kind) ?? 0) + 1)
      during = `${total} events, ${kind}`
      const name = `${during} (${await disturb(kind, world, random)})`
      told(name)
      await look(name)
      during = `after ${name}`
    }
    await Promise.all(lives)
    seconds.lived = (performance.now() - began) / 1_000 - seconds.looked
    broken.push(...(await world.settle()).map((what) => `at the end: ${what}`))
    await look('at the end')
  } finally {
    for (const resident of residents) resident.close()
    await world.close()
  }
  return { seed, events: total, kinds, disturbed, seconds, late, broken }
}

/** What came of a day, as a table. */
export function tableOf({ seed, events, kinds, disturbed, seconds, late, broken }: DayReport): string {
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
    line('seconds', [seconds.lived.toFixed(1), `${seconds.looked.toFixed(1)} looked`]),
    line('events a second', [(events / (seconds.lived + seconds.looked)).toFixed(0)]),
    line('found late', [late.length]),
    line('broken', [broken.length]),
  ].join('\n')
}
