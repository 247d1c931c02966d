import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { createHome, locateHome } from '../../../daemon/kernel/home.ts'
import type { AuditHead } from '../../../daemon/store/audit-head.ts'
import { signIn, temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { clientOf } from '../../support/imported.ts'
import { soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'
import { type DaemonProcess, end, startDaemonProcess } from '../daemon-process.ts'
import { killUnderLoad, type Load } from '../kill-under-load.ts'
import { MemoryLoad, uniqueWord } from '../memory-load.ts'
import { examineMemories } from '../memory-places.ts'
import { carryOn, type Owner, registerOwner } from '../owner.ts'
import { systemToken } from '../system-token.ts'
import { WriteLoad } from '../write-load.ts'
import { checkHome, type Findings } from './checks.ts'
import { GoalLoad } from './goal-load.ts'
import { emptyLedger, type Ledger, restoredLedger } from './ledger.ts'

/** What may be under way, besides writes of every kind, when a daemon is killed. */
export const activities = ['nothing else', 'a backup', 'a restore', 'an import'] as const
export type Activity = (typeof activities)[number]

/** Gives a whole number from the first one up to the second, which is left out. */
export type Choose = (from: number, to: number) => number

/** What one life of a daemon, and the look at what it left, have come to. */
export interface Life {
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly damage: readonly string[]
  /** What a living daemon should never have answered. */
  readonly refused: readonly string[]
}

/** How many memories a file has that is imported. */
const importedMemories = 400
/** How long something that was begun goes on before the kill, at most, in milliseconds. */
const maxDelays = { backup: 250, restore: 2_500, import: 800 }

/** What comes after a kill before anything else can be judged. */
interface Aftermath {
  /** The backup that was to be restored, and what was acknowledged when it was made. */
  readonly restore?: { readonly id: string; readonly ledger: Ledger; readonly agreed: boolean }
  readonly imported?: {
    readonly import_uuid: string
    readonly contents: readonly string[]
    readonly agreed: boolean
  }
}

/** A home whose daemons are killed one after the other. */
export class KilledHousehold {
  readonly #home = locateHome({ COMPANION_HOME: temporaryFolder() })
  readonly #choose: Choose
  #ledger = emptyLedger()
  #owner: Owner | undefined
  #head: AuditHead | null = null
  #daemon: DaemonProcess | undefined

  constructor(choose: Choose) {
    this.#choose = choose
    createHome(this.#home)
    // Those of a day come by themselves, and would be under way where nothing else is to be.
    writeFileSync(this.#home.config, JSON.stringify({ backups: { daily: false } }))
  }

  /** Lets a daemon live, kills it while something is under way, starts the next one and looks whether everything is there. */
  async kill(activity: Activity): Promise<Life> {
    // The one that came after the last kill.
    const daemon = (this.#daemon ??= await startDaemonProcess(this.#home.path))
    try {
      await this.#signIn(daemon)
      const { aftermath, acknowledged, refused } = await this.#live(daemon, activity)
      await end(daemon.child, 'SIGKILL')
      this.#daemon = await startDaemonProcess(this.#home.path)
      return { acknowledged, refused, ...(await this.#look(this.#daemon, aftermath)) }
    } catch (error) {
      await end(daemon.child, 'SIGKILL')
      throw new Error(`a life has failed, whose home is ${this.#home.path}`, { cause: error })
    }
  }

  /** Ends the last daemon as one should, looks at the meaning of each memory too, and removes the home, unless something is wrong with it. */
  async stop(): Promise<Findings> {
    if (this.#daemon) await end(this.#daemon.child)
    const { memories, attempted, imports } = this.#ledger
    const contents = new Set([...attempted, ...imports.flatMap((one) => one.contents)])
    const examined = await examineMemories(this.#home.path, memories, contents)
    if (examined.lost.length + examined.damage.length === 0) rmSync(this.#home.path, { recursive: true })
    return examined
  }

  async #signIn({ file }: DaemonProcess): Promise<Owner> {
    this.#owner = this.#owner ? await carryOn(file, this.#owner) : await registerOwner(this.#home.path, file)
    return this.#owner
  }

  async #live({ child, file }: DaemonProcess, activity: Activity) {
    const owner = this.#owner
    if (!owner) throw new Error('nobody is signed in')
    // A restore wants a sign-in of the last minutes.
    if (activity === 'a restore') this.#owner = await signIn({ file }, 'olga')
    const { access_token: token, family_member_uuid: user_id } = this.#owner ?? owner
    const before = activity === 'a restore' ? await this.#backUp(file, token) : null
    const system = await systemToken(this.#home.path)
    const memories = new MemoryLoad({ file, token }, 3)
    const interactions = new WriteLoad({ file, system, member: token, user_id })
    const goals = new GoalLoad({ file, token })
    const loads: readonly Load[] = [memories, interactions, goals]
    const under = this.#begin(activity, { file, token, backup: before })
    await killUnderLoad(
      {
        reached: async (count) => {
          await Promise.all(loads.map((load) => load.reached(Math.ceil(count / loads.length))))
          await under.begin()
        },
        ended: async () => {
          await Promise.all([...loads.map((load) => load.ended()), under.ended()])
        },
      },
      child,
      this.#choose,
    )
    const ledger = this.#ledger
    ledger.memories.push(...memories.memories)
    for (const content of memories.attempted) ledger.attempted.add(content)
    ledger.interactions.push(...interactions.acknowledged)
    ledger.goals.push(...goals.goals)
    ledger.names.push(...goals.names)
    ledger.audited.push(...goals.names)
    // Once a restore has begun, the daemon may say that it restarts, and everybody signs in again.
    const refused = activity === 'a restore' ? [] : loadsRefused([memories, interactions, goals])
    return {
      aftermath: under.aftermath(),
      acknowledged: memories.acknowledged + interactions.acknowledged.length + goals.acknowledged,
      refused: [...refused, ...under.refused],
    }
  }

  /** Makes a backup while nothing else happens, so that it is known what it holds. */
  async #backUp(file: DaemonProcess['file'], token: string): Promise<{ id: string; ledger: Ledger }> {
    const { status, body } = await rest({ file }, 'POST /backups', { token, payload: {} })
    if (status !== 201) throw new Error(`backup: ${status} ${JSON.stringify(body)}`)
    return { id: body.data.id, ledger: structuredClone(this.#ledger) }
  }

  /** What is begun once the daemon is under load; its promises end with the daemon. */
  #begin(
    activity: Activity,
    {
      file,
      token,
      backup,
    }: Pick<DaemonProcess, 'file'> & { token: string; backup: { id: string; ledger: Ledger } | null },
  ) {
    const refused: string[] = []
    let running: Promise<unknown> = Promise.resolve()
    let aftermath: Aftermath = {}
    const whileAlive = async (work: () => Promise<void>) => {
      try {
        await work()
      } catch {
        // The daemon is gone, and with it the connection.
      }
    }
    const ask = async (route: string, expected: number) => {
      const { status, body } = await rest({ file }, route, { token, payload: {} })
      if (status !== expected) refused.push(`${route}: ${status} ${JSON.stringify(body)}`)
      return status === expected
    }
    const works: Record<Activity, [work: () => Promise<void>, maxDelayMs: number]> = {
      'nothing else': [async () => {}, 1],
      'a backup': [async () => void (await ask('POST /backups', 201)), maxDelays.backup],
      'a restore': [
        async () => {
          if (!backup) return
          aftermath = { restore: { ...backup, agreed: false } }
          const agreed = await ask(`POST /backups/${backup.id}/restore`, 200)
          aftermath = { restore: { ...backup, agreed } }
        },
        maxDelays.restore,
      ],
      'an import': [
        async () => {
          const word = uniqueWord()
          const contents = Array.from(
            { length: importedMemories },
            (_, at) => `parcel ${at} of ${word} has come`,
          )
          const client = clientOf({ file }, { access_token: token })
          const text = contents.map((content) => `${JSON.stringify({ content })}\n`).join('')
          const { import_uuid } = await sendFile(client, text, { format: 'companion' })
          aftermath = { imported: { import_uuid, contents, agreed: false } }
          await client.call('imports.start', { id: import_uuid })
          aftermath = { imported: { import_uuid, contents, agreed: true } }
        },
        maxDelays.import,
      ],
    }
    const [work, maxDelayMs] = works[activity]
    return {
      refused,
      begin: async () => {
        running = whileAlive(work)
        await delay(this.#choose(0, maxDelayMs))
      },
      ended: () => running,
      aftermath: () => aftermath,
    }
  }

  /** Looks at everything that was acknowledged, once the next daemon is there. */
  async #look(daemon: DaemonProcess, { restore, imported }: Aftermath): Promise<Findings> {
    const lost: string[] = []
    if (restore) lost.push(...(await this.#judgeRestore(daemon, restore)))
    const { access_token: token } = await this.#signIn(daemon)
    if (imported) lost.push(...(await this.#judgeImport(imported)))
    const damage = await this.#judgeAudit(daemon, token)
    const health = (await rest(daemon, 'GET /memory/check', { token })).body.data
    if (!health.whole) damage.push(`the memories are not whole: ${JSON.stringify(health)}`)
    const checked = checkHome(this.#home, this.#ledger, Date.parse(daemon.file.started_at))
    return { lost: [...lost, ...checked.lost], damage: [...damage, ...checked.damage] }
  }

  /** The audit log is whole, and has the row that was its newest one before. */
  async #judgeAudit(daemon: DaemonProcess, token: string): Promise<string[]> {
    const { seq, hash, signature } = this.#head ?? {}
    const seen = new URLSearchParams({ seq: `${seq}`, hash: `${hash}`, signature: `${signature}` })
    const route = `GET /security/audit/verify${this.#head ? `?${seen.toString()}` : ''}`
    const verdict = (await rest(daemon, route, { token })).body.data
    const problems = verdict.intact ? [] : [`the audit log is not whole: ${JSON.stringify(verdict)}`]
    if (this.#head && verdict.seen !== true) problems.push('the audit log has lost its newest row')
    this.#head = verdict.audit_head
    return problems
  }

  /** A restore was carried out, or nothing was changed; one that was agreed to must have been. */
  async #judgeRestore(daemon: DaemonProcess, restore: NonNullable<Aftermath['restore']>): Promise<string[]> {
    const [done] = select(
      { home: this.#home },
      "SELECT 1 FROM audit WHERE event = 'backup_restored' AND details ->> 'backup' = ?",
      restore.id,
    )
    if (!done) return restore.agreed ? [`restore ${restore.id} was agreed to, and not carried out`] : []
    this.#ledger = restoredLedger(restore.ledger, this.#ledger)
    // Everybody signs in again.
    this.#owner = await signIn(daemon, 'olga')
    return []
  }

  /** What was started is carried on with to its end by itself; of what was not, nothing is there. */
  async #judgeImport({
    import_uuid,
    contents,
    agreed,
  }: NonNullable<Aftermath['imported']>): Promise<string[]> {
    const stateOf = () =>
      select<{ state: string }>(
        { home: this.#home },
        'SELECT state FROM imports WHERE import_uuid = ?',
        import_uuid,
      )[0]?.state
    if (stateOf() === undefined) return [`import ${import_uuid} was agreed to, and is gone`]
    if (stateOf() === 'draft')
      return agreed ? [`import ${import_uuid} was started, and is a draft again`] : []
    const state = await soon(() => (stateOf() === 'running' ? null : stateOf()))
    if (state !== 'done') return [`import ${import_uuid} is ${state}`]
    this.#ledger.imports.push({ import_uuid, contents })
    return []
  }
}

const loadsRefused = (loads: readonly { readonly refused: readonly string[] }[]) =>
  loads.flatMap(({ refused }) => refused)
