import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill } from '../../support/disk.ts'
import { noSetClock } from '../../support/set-clock.ts'
import { type FaultName, faults, type Random } from '../faults/damages.ts'
import { ConnectionLost } from './lines.ts'
import { type Outage, outages } from './reply-engine.ts'
import type { World } from './world.ts'

/** What happens to a daemon during its day. */
export const disturbances = [
  'killed',
  'killed in a backup',
  'stopped for a while',
  'ended and started',
  'disk full for a while',
  'damaged while down',
  'connections dropped',
  'clock set',
  'reply engine fails',
  'embedding model gone',
] as const
export type Disturbance = (typeof disturbances)[number]

/** Damages after which everything that was acknowledged has to be there. */
const damages: readonly FaultName[] = [
  'a byte',
  'a page of zeros',
  'a page of noise',
  'the header',
  'a byte of the second copy',
  'a byte of the checksums',
]

const [hour, day] = [3_600_000, 86_400_000]
/** By how much a clock is set, in milliseconds: of summer, of a month, of years. */
const jumps = [-hour, hour, -30 * day, 30 * day, -400 * day, 400 * day, -20 * 365 * day, 40 * 365 * day]

/** Each disturbs a daemon, and answers what exactly was done; nothing is broken by it once that is over. */
const acts: Readonly<Record<Disturbance, (world: World, random: Random) => Promise<string>>> = {
  killed: async (world) => {
    await world.restart('SIGKILL')
    return 'SIGKILL'
  },

  'killed in a backup': async (world, random) => {
    const pause = Math.floor(random() * 400)
    const making = world.backUp().catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error
    })
    await wait(pause)
    await world.restart('SIGKILL')
    await making
    return `SIGKILL after ${pause} ms`
  },

  'ended and started': async (world) => {
    await world.restart('SIGTERM')
    return 'SIGTERM'
  },

  'stopped for a while': async (world, random) => {
    const pause = 500 + Math.floor(random() * 3_500)
    const { daemon } = await world.running()
    daemon.child.kill('SIGSTOP')
    await wait(pause)
    daemon.child.kill('SIGCONT')
    return `SIGSTOP for ${pause} ms`
  },

  'disk full for a while': async ({ disk }, random) => {
    if (disk === null) return 'no disk of its own, so nothing'
    const pause = 500 + Math.floor(random() * 2_500)
    const filler = join(disk, 'filler')
    fill(filler)
    await wait(pause)
    rmSync(filler)
    return `full for ${pause} ms`
  },

  'damaged while down': async (world, random) => {
    const signal = random() < 0.5 ? 'SIGKILL' : 'SIGTERM'
    const damage = one(damages, random)
    const { path } = world.home
    await world.restart(signal, () => void faults[damage]({ folder: path, earlier: path, random }))
    return `${signal}, then ${damage}`
  },

  // As a network that goes away does: both ends hear of it in the middle of whatever they say.
  'connections dropped': async (world) => {
    const { base_url, grpc_address } = (await world.running()).daemon.file
    const ports = [new URL(base_url).port, grpc_address.split(':').at(-1) ?? '']
    try {
      for (const port of ports)
        execFileSync('ss', ['-K', 'dst', '127.0.0.1', 'dport', '=', port], { stdio: 'pipe' })
      return 'all of HTTP and gRPC'
    } catch {
      return 'the machine cannot drop them, so nothing'
    }
  },

  'clock set': async (world, random) => {
    if (noSetClock) return `${noSetClock}, so nothing`
    const jump = one(jumps, random)
    if (jump > 0) world.promises.wasAhead = true
    await world.clock.set(jump)
    const [starts, back] = [random() < 0.5, random() < 0.3]
    if (starts) await world.restart('SIGKILL')
    await wait(500 + random() * 2_000)
    await world.clock.set(0)
    if (back) await world.restart('SIGTERM')
    return `by ${jump / hour} hours and back${starts ? ', killed between' : ''}${back ? ', started after' : ''}`
  },

  'reply engine fails': async (world, random) => {
    const outage: Outage = one(outages, random)
    const pause = 500 + Math.floor(random() * 3_000)
    await world.engine.fail(outage)
    await world.expectReply()
    await wait(pause)
    await world.engine.mend()
    return `${outage} for ${pause} ms`
  },

  'embedding model gone': async (world, random) => {
    const { model } = world
    if (model === null) return 'a daemon of the sources has no model of its own, so nothing'
    const damage = one(model.damages, random)
    await world.restart(random() < 0.5 ? 'SIGKILL' : 'SIGTERM', () => model.damage(damage))
    const told = await world.tell(random)
    await wait(500 + random() * 2_000)
    await world.expectFound(told.content, told.byWords)
    await world.restart('SIGTERM', model.mend)
    await world.repairMemories()
    await world.expectFound(told.content, told.byMeaning)
    return damage
  },
}

const one = <T>(all: readonly T[], random: Random): T => {
  const chosen = all[Math.floor(random() * all.length)]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

/** Disturbs a daemon; answers what exactly was done. */
export const disturb = (kind: Disturbance, world: World, random: Random): Promise<string> =>
  acts[kind](world, random)

/** All disturbances in a random order, again and again. */
export function* endlessly(random: Random): Generator<Disturbance, never> {
  for (;;)
    yield* disturbances
      .map((kind) => ({ kind, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ kind }) => kind)
}
