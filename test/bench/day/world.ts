import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHome, type Home, locateHome } from '../../../daemon/kernel/home.ts'
import { agree } from '../../support/conversation/consent.ts'
import { password, personOf, signIn, temporaryFolder } from '../../support/daemon.ts'
import { noMount } from '../../support/disk.ts'
import { openSetClock, type SetClock } from '../../support/set-clock.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'
import { end, startDaemonProcess } from '../daemon-process.ts'
import type { Random } from '../faults/damages.ts'
import { registerOwner } from '../owner.ts'
import { amount, isSmoke } from '../smoke.ts'
import type { Running } from './events.ts'
import { ConnectionLost, openLines } from './lines.ts'
import { copyProgram, type OwnModel } from './own-model.ts'
import { brokenPromises, noPromises, type Promises } from './promises.ts'
import { type ReplyEngine, startReplyEngine } from './reply-engine.ts'

export const usernames = ['olga', 'mina', 'theo', 'rosa', 'emil'].slice(0, amount(2, 5))
/** Whose replies a server writes. */
const agreed: ReadonlySet<string> = new Set(['mina', 'theo'])
/** The disk of the home, in megabytes. */
const diskMegabytes = amount(300, 1_500)
/** How long a server that is back may be left alone still, and an import may take, in milliseconds. */
const patientMs = 120_000

interface Told {
  readonly content: string
  readonly byWords: string
  readonly byMeaning: string
}

/** A home on a disk of its own where one can be mounted, its daemon, what goes with it, and what was promised. */
export interface World {
  readonly home: Home
  /** The disk of the home alone; null where none could be made. */
  readonly disk: string | null
  readonly clock: SetClock
  readonly engine: ReplyEngine
  readonly model: OwnModel | null
  readonly promises: Promises
  /** The daemon that runs; waits for one while none does. */
  readonly running: () => Promise<Running>
  readonly members: () => Promise<{ family_member_uuid: string; access_token: string }[]>
  /** Ends the daemon, does something while none runs, and starts the next one. */
  readonly restart: (signal: 'SIGTERM' | 'SIGKILL', meanwhile?: () => void) => Promise<void>
  /** Makes a backup, which is promised once it is acknowledged. */
  readonly backUp: () => Promise<void>
  /** Tells the daemon something that can be found by its words, and by its meaning. */
  readonly tell: (random: Random) => Promise<Told>
  /** Notes where a question does not find what was told. */
  readonly expectFound: (content: string, question: string) => Promise<void>
  /** Notes where somebody whose replies a server writes has none. */
  readonly expectReply: () => Promise<void>
  readonly repairMemories: () => Promise<void>
  /** What is not as it should be while nobody asks for anything. */
  readonly look: () => Promise<string[]>
  /** Waits for what goes on by itself; answers what does not. */
  readonly settle: () => Promise<string[]>
  readonly close: () => Promise<void>
}

/** Where everything of a day lies. */
function openPlace() {
  const disk = noMount ? null : temporaryFolder()
  if (disk !== null)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0700`, 'tmpfs', disk])
  const path = disk === null ? temporaryFolder() : join(disk, 'home')
  mkdirSync(path, { recursive: true })
  const home = locateHome({ COMPANION_HOME: path })
  createHome(home)
  writeFileSync(home.config, JSON.stringify({ backups: { daily: false } }))
  /** Beside the home, as long as the day. */
  const beside = temporaryFolder()
  return {
    disk,
    home,
    // What is copied is compiled anew at each start.
    model: isSmoke ? null : copyProgram(beside),
    clock: openSetClock(beside),
    remove: () => {
      if (disk !== null) execFileSync('umount', ['--lazy', disk])
      for (const folder of [disk ?? path, beside]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts one daemon after the other on a home, and asks whichever runs. */
async function openDaemons({ home, model, clock }: ReturnType<typeof openPlace>, engine: ReplyEngine) {
  const pids: number[] = []
  const start = async (): Promise<Running> => {
    const environment = {
      COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000',
      COMPANION_ENGINE_BASE_URL: engine.base_url,
      COMPANION_ENGINE_MODEL: 'normal',
      COMPANION_ENGINE_TIMEOUT_SECONDS: '2',
      ...clock.environment,
    }
    const daemon = await startDaemonProcess(home.path, environment, [], model?.script)
    pids.push(daemon.file.pid)
    return { daemon, lines: openLines(daemon) }
  }
  let running = start()
  await running
  const tokens = new Map<string, string>()
  return {
    running: () => running,
    tokens,
    /** Asks as somebody until there is an answer. */
    ask: async (username: string, route: string, payload?: object): Promise<Answer> => {
      for (;;) {
        const { lines } = await running
        try {
          const token = tokens.get(username)
          const answer = token && (await lines.ask(route, { token, ...(payload && { payload }) }))
          if (answer && answer.status !== 401) return answer
          const signed = await lines.ask('POST /auth/login', { payload: { username, password } })
          if (signed.status !== 200) throw new Error(`login: ${signed.status} ${JSON.stringify(signed.body)}`)
          tokens.set(username, signed.body.data.access_token)
        } catch (error) {
          if (!(error instanceof ConnectionLost)) throw error
          await wait(20)
        }
      }
    },
    restart: async (signal: 'SIGTERM' | 'SIGKILL', meanwhile = () => {}) => {
      const { daemon, lines } = await running
      const next = Promise.withResolvers<Running>()
      // Whoever asks meanwhile waits for the one that comes.
      running = next.promise
      await end(daemon.child, signal)
      lines.close()
      meanwhile()
      next.resolve(await start())
    },
    close: async () => {
      const { daemon, lines } = await running
      await end(daemon.child, 'SIGKILL')
      lines.close()
      clock.clear(pids)
    },
  }
}

type Ask = Awaited<ReturnType<typeof openDaemons>>['ask']

/** Opens a world; `broken` hears of what its expectations miss. */
export async function openWorld(broken: (what: string) => void): Promise<World> {
  const place = openPlace()
  const engine = await startReplyEngine()
  const daemons = await openDaemons(place, engine)
  const { running, tokens, ask, restart } = daemons
  const promises: Promises = noPromises()
  const { home } = place
  return {
    ...place,
    engine,
    promises,
    running,
    restart,
    members: async () => {
      const { daemon } = await running()
      const owner = await registerOwner(home.path, daemon.file)
      const others = usernames.slice(1).map(async (username) => {
        const payload = personOf(username)
        await rest(daemon, 'POST /auth/register', { token: owner.access_token, payload })
        const member = await signIn(daemon, username)
        if (agreed.has(username)) await agree(daemon, member, engine.base_url)
        return member
      })
      return [owner, ...(await Promise.all(others))]
    },
    backUp: async () => {
      const memories = [...promises.memories].flatMap(([name, { state }]) =>
        state === 'stored' ? [name] : [],
      )
      const { lines } = await running()
      const { status, body } = await lines.ask('POST /backups', { token: tokens.get('olga'), payload: {} })
      if (status === 201)
        promises.backups.set(body.data.id, { owner: '', state: 'made', attempted: null, memories })
    },
    ...openExpectations(ask, broken),
    look: () => look(ask, home, promises),
    settle: () => settle(ask),
    close: async () => {
      await daemons.close()
      await engine[Symbol.asyncDispose]()
      place.remove()
    },
  }
}

type Expectations = Pick<World, 'tell' | 'expectFound' | 'expectReply' | 'repairMemories'>

function openExpectations(ask: Ask, broken: (what: string) => void): Expectations {
  return {
    tell: async (random) => {
      const name = `Wil${Math.floor(random() * 2 ** 40).toString(36)}`
      const content = `${name} has an ill cat that has to see the vet.`
      const { status, body } = await ask('olga', 'POST /memory/store', { content })
      if (status !== 201) broken(`olga cannot store a memory without a model: ${JSON.stringify(body)}`)
      return { content, byWords: `${name} cat`, byMeaning: 'sick kitten at the animal doctor' }
    },
    expectFound: async (content, question) => {
      const { body } = await ask('olga', `GET /memory/search?q=${encodeURIComponent(question)}&limit=50`)
      const items: { memory: { content: string } }[] = body?.data?.items ?? []
      if (!items.some(({ memory }) => memory.content === content))
        broken(`${question} does not find ${content}: ${JSON.stringify(body)}`.slice(0, 2_000))
    },
    expectReply: async () => {
      const { status, body } = await replyOf(ask)
      const reply = body?.data?.response?.content
      if (status !== 200 || !reply) broken(`no reply without the engine: ${status} ${JSON.stringify(body)}`)
    },
    repairMemories: async () => {
      const { status, body } = await ask('olga', 'POST /memory/repair', {})
      if (status !== 200) broken(`the memories cannot be repaired: ${status} ${JSON.stringify(body)}`)
    },
  }
}

/** The answer to somebody whose replies a server writes. */
const replyOf = (ask: Ask): Promise<Answer> => {
  const content = `I have watered the flowers ${randomUUID()} just now.`
  return ask('mina', 'POST /conversation/message', { content })
}

async function look(ask: Ask, home: Home, promises: Promises): Promise<string[]> {
  const problems = brokenPromises(home, promises)
  const audit = (await ask('olga', 'GET /security/audit/verify')).body.data
  if (audit?.intact !== true) problems.push(`the audit log is not whole: ${JSON.stringify(audit)}`)
  const memories = (await ask('olga', 'GET /memory/check')).body.data
  if (memories?.whole !== true) problems.push(`the memories are not whole: ${JSON.stringify(memories)}`)
  const checkup = (await ask('olga', 'GET /gateway/checkup')).body.data
  for (const { check, level, text } of checkup?.findings ?? [])
    if (level === 'problem' && checked.has(check)) problems.push(`${check}: ${text}`)
  return problems
}

/** Waits for the server to write replies again, and for the last import of each to be done. */
async function settle(ask: Ask): Promise<string[]> {
  const until = performance.now() + patientMs
  /** What is wrong still once the time is over; null where it has come right. */
  const late = async (wrong: () => Promise<string | null>) => {
    for (;;) {
      const problem = await wrong()
      if (problem === null || performance.now() > until) return problem === null ? [] : [problem]
      await wait(500)
    }
  }
  const replies = await late(async () => {
    const { body } = await replyOf(ask)
    const isBack = body?.data?.response?.engine?.includes(':normal')
    return isBack ? null : `the engine that is back writes no reply: ${JSON.stringify(body)}`
  })
  const imports = usernames.map((username) =>
    late(async () => {
      const { body } = await ask(username, 'GET /memory/imports?limit=1')
      const [last] = body?.data?.items ?? []
      return last?.state === 'running'
        ? `an import of ${username} is not done: ${JSON.stringify(last)}`
        : null
    }),
  )
  return [...replies, ...(await Promise.all(imports)).flat()]
}

/** The checks of `companion doctor` that nothing of all this may trouble. */
const checked = new Set(['database', 'second_copy', 'search', 'rights', 'embedding'])
