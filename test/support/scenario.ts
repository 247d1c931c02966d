import { after, before, describe, it } from 'node:test'
import { trustAuthority } from './certificate.ts'
import { lastNoon, ManualClock } from './clock.ts'
import { signIn, startTestDaemon, type TestDaemon, type TestMember } from './daemon.ts'
import { openShared } from './household.ts'
import { isLong } from './long.ts'
import { type Ask, type Outcome, type Protocol, protocols } from './wire/protocols.ts'

/** A household with an owner and a member, before a daemon whose clock stands still. */
export interface World {
  readonly daemon: TestDaemon
  readonly clock: ManualClock
  readonly owner: TestMember
  readonly member: TestMember
  /** Makes another member, who has said nothing yet. */
  readonly newMember: () => Promise<TestMember>
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

type Mode = 'coupled' | 'detached'

/** The ways to check a row, two by two: over every protocol, and in both modes, which differ in nothing that a row says. */
const ways: readonly (readonly [Mode, Protocol])[] = [
  ['coupled', 'REST'],
  ['detached', 'WebSocket'],
  ['coupled', 'WebSocket'],
  ['detached', 'REST'],
]

/**
 * Runs every row of a table over every protocol, every other row in the other mode, and says how many of them there were.
 * Long runs check the rows in all other ways.
 */
export function scenarios(table: string, rows: readonly Row[]): void {
  runTable(table, rows, ownWorld, (row, way) => way >> 1 === row % 2)
}

/** The same for rows that leave alone what a household has once: they share their daemons with other tables. */
export function sharedScenarios(table: string, rows: readonly Row[]): void {
  runTable(table, rows, sharedWorld, (row, way) => way >> 1 === row % 2)
}

/** The same for what is understood, however it was sent: each row is checked one way, and in all others by long runs. */
export function dialogueScenarios(table: string, rows: readonly Row[]): void {
  runTable(table, rows, sharedWorld, (row, way) => way === row % ways.length)
}

function runTable(
  table: string,
  rows: readonly Row[],
  open: OpenWorld,
  isChosen: (row: number, way: number) => boolean,
): void {
  const chosen = rows.flatMap((row, at) =>
    ways.flatMap(([mode, protocol], way) => (isChosen(at, way) === isLong ? [] : [{ row, mode, protocol }])),
  )
  describe(table, () => {
    for (const [mode, all] of Map.groupBy(chosen, (one) => one.mode))
      describe(mode, () => scenariosIn(open, mode, all))
    // The test command adds these up.
    after(() => console.log(`rows ${rows.length} scenarios ${chosen.length}`))
  })
}

type OpenWorld = (mode: Mode) => Promise<World & { readonly close: () => Promise<void> }>

/** A daemon that other tables of this process use too; the members are of this table alone. */
const sharedWorld: OpenWorld = async (mode) => {
  const opened = await openShared(mode === 'coupled' ? 'moving' : mode)
  return { ...opened, member: await opened.newMember() }
}

const ownWorld: OpenWorld = async (mode) => {
  const clock = new ManualClock(lastNoon())
  const config = mode === 'detached' ? { mode, host: '127.0.0.1', tls: { local: true } } : {}
  const daemon = await startTestDaemon({ clock, config })
  if (mode === 'detached') trustAuthority(daemon)
  const owner = await daemon.owner()
  let made = 0
  return {
    daemon,
    clock,
    owner,
    member: await daemon.member(owner, 'mia'),
    newMember: async () => daemon.member(await signIn(daemon, 'olga'), `person-${(made += 1)}`),
    close: async () => daemon[Symbol.asyncDispose](),
  }
}

function scenariosIn(
  open: OpenWorld,
  mode: Mode,
  chosen: readonly { readonly row: Row; readonly protocol: Protocol }[],
): void {
  let world: Awaited<ReturnType<OpenWorld>>

  before(async () => {
    world = await open(mode)
  })

  after(() => world.close())

  for (const { row, protocol } of chosen) {
    it(`${row.name} (${protocol})`, async () => {
      const ask = protocols[protocol](world.daemon)
      await row.check({ ...world, protocol, ask, put: (changes) => put(world, ask, changes) })
    })
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
