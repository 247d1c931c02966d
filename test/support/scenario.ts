import { after, before, describe, it } from 'node:test'
import { trustAuthority } from './certificate.ts'
import { lastNoon, ManualClock } from './clock.ts'
import { startTestDaemon, type TestDaemon, type TestMember } from './daemon.ts'
import { type Ask, type Outcome, type Protocol, protocols } from './wire/protocols.ts'

/** A household with an owner and a member, before a daemon whose clock stands still. */
export interface World {
  readonly daemon: TestDaemon
  readonly clock: ManualClock
  readonly owner: TestMember
  readonly member: TestMember
}

/** What a scenario does with one row: the world, and the way of calling that it is about. */
export interface Scene extends World {
  readonly protocol: Protocol
  readonly ask: Ask
  /** Puts a question to the member, or what `changes` make of it; answers the interaction. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly put: (changes?: object) => Promise<any>
}

/** One row of a table of the interface, and what shows that it holds. */
export interface Row {
  readonly name: string
  readonly check: (scene: Scene) => Promise<void>
}

const ways: readonly Protocol[] = ['REST', 'WebSocket']

/** What a daemon of each mode is set to: the scenarios are the same. */
const modes = {
  coupled: {},
  detached: { mode: 'detached', host: '127.0.0.1', tls: { local: true } },
}

/** Runs every row of a table over every protocol in both modes, and says how many of them there were. */
export function scenarios(table: string, rows: readonly Row[]): void {
  describe(table, () => {
    for (const [mode, config] of Object.entries(modes)) describe(mode, () => scenariosIn(config, rows))
    after(() => {
      const count = rows.length * ways.length * Object.keys(modes).length
      // The test command adds these up.
      console.log(`rows ${rows.length} scenarios ${count}`)
    })
  })
}

function scenariosIn(config: object, rows: readonly Row[]): void {
  let world: World

  before(async () => {
    const clock = new ManualClock(lastNoon())
    const daemon = await startTestDaemon({ clock, config })
    if (daemon.file.mode === 'detached') trustAuthority(daemon)
    const owner = await daemon.owner()
    world = { daemon, clock, owner, member: await daemon.member(owner, 'mia') }
  })

  after(() => world.daemon[Symbol.asyncDispose]())

  for (const { name, check } of rows) {
    for (const protocol of ways) {
      it(`${name} (${protocol})`, async () => {
        const ask = protocols[protocol](world.daemon)
        await check({ ...world, protocol, ask, put: (changes) => put(world, ask, changes) })
      })
    }
  }
}

/** Asks for a question to the member, or for what `changes` make of it; the whole answer. */
export function simulate(
  { owner, member, ask }: Pick<Scene, 'owner' | 'member' | 'ask'>,
  changes: object = {},
): Promise<Outcome> {
  return ask(owner.access_token, 'interactions.simulate', {
    user_id: member.family_member_uuid,
    interaction_type: 'question',
    prompt: 'Tea or coffee?',
    ...changes,
  })
}

async function put(world: World, ask: Ask, changes: object = {}) {
  const { status, result, detail } = await simulate({ ...world, ask }, changes)
  if (status !== 200) throw new Error(`simulate: ${status} ${detail}`)
  return result.interaction
}
