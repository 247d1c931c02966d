import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../kernel/errors.ts'
import type { Done, Recalled } from './exchange/engine.ts'
import { type Reading, ReadingFailed } from './exchange/engine-threads.ts'
import type { Told } from './reading.ts'
import type { Reminder } from './reminding.ts'
import type { Act } from './understanding.ts'

/** Where something was said. */
export interface Said {
  readonly conversation_uuid: string
  readonly message_uuid: string
}

/** The memory, as a conversation uses it. */
export interface Remembering {
  readonly recall: (member: string, text: string, limit: number) => Promise<Recalled[]>
  readonly newest: (member: string, limit: number) => Recalled[]
  readonly find: (
    member: string,
    memory_uuid: string,
  ) => { readonly family_member_uuid: string; readonly content: string } | undefined
  readonly remember: (
    member: string,
    told: { content: string; kind: Told['kind']; importance: number; tags: string[] },
    said: Said,
  ) => Promise<{ memory_uuid: string; known: boolean }>
  /** Null where the older one is gone. */
  readonly replace: (
    member: string,
    memory_uuid: string,
    content: string,
    said: Said,
  ) => Promise<string | null>
  readonly settle: (member: string, holds: string, over: string) => void
  readonly forget: (member: string, memory_uuid: string) => boolean
  /** Notes that a reply has used these. */
  readonly used: (member: string, memory_uuids: readonly string[]) => void
}

export interface Actions {
  readonly done: readonly Done[]
  /** What "that" means in the next message. */
  readonly memory_uuids: readonly string[]
  /** Whether some of what was asked for was left undone, as it took too long to find out what it meant. */
  readonly partly?: boolean
}

interface PerformingDependencies {
  readonly memory: Remembering
  /** Makes a goal of something to be reminded of. */
  readonly remind: (member: string, reminder: Reminder) => void
  /** Asks the member which of two memories holds. */
  readonly doubt: (member: string, older: Recalled, newer: { memory_uuid: string; content: string }) => void
}

/** Whose message it is, and what goes with it. */
export interface Setting {
  readonly member: string
  readonly said: Said
  readonly before: readonly string[]
  /** Whether what is told is to be kept. */
  readonly keeps: boolean
  readonly now: number
  readonly time_zone: string
  readonly reading: Reading
}

/** What says that something is other than it was. */
const changes =
  /\b(?:now|nowadays|these days|any ?more|no longer|instead|moved|switched|changed|rescheduled|postponed|brought forward|cancelled)\b/i

/** A memory that tells several things, of which a newer one changes one at most: it stays, with the newer one beside it. */
const several = /[;.]\s+\S|,\s+(?:and|but|so|he|she|it|they|we|i)\b/i

/** What share of something new a memory speaks of that is no longer so, 0 to 1. */
const leastReplaced = 0.5
/** Memories that are looked at for what somebody means. */
const candidates = 12

/** Keeps what a message tells, puts right what it corrects and forgets what it wants forgotten. */
function openMemoryActions({ memory, doubt }: Omit<PerformingDependencies, 'remind'>) {
  /** What somebody means by a few words; null for nothing that was told. */
  const meant = async (
    { member, reading }: Setting,
    about: string,
    least?: number,
  ): Promise<Recalled | null> => {
    const found = (await memory.recall(member, about, candidates)).filter(({ superseded }) => !superseded)
    return reading.call('meant', { about, memories: found, least })
  }

  const keep = async (told: Told, setting: Setting): Promise<{ done: Done; uuid: string }> => {
    const { member, said, now, reading } = setting
    const older = changes.test(told.content) ? await meant(setting, told.content, leastReplaced) : null
    const newer =
      older &&
      !several.test(older.content) &&
      (await memory.replace(member, older.memory_uuid, told.content, said))
    if (newer)
      return { done: { kind: 'kept', memory_uuid: newer, content: told.content, known: false }, uuid: newer }
    const like = told.kind === 'preference' ? await memory.recall(member, told.content, candidates) : []
    const against =
      like.length > 0 ? await reading.call('contradicted', { content: told.content, memories: like }) : null
    const { memory_uuid, known } = await memory.remember(member, { ...told, tags: [...told.tags] }, said)
    if (!known && against && Date.parse(against.created_at) <= now)
      doubt(member, against, { memory_uuid, content: told.content })
    return { done: { kind: 'kept', memory_uuid, content: told.content, known }, uuid: memory_uuid }
  }

  const putRight = async (
    act: Extract<Act, { kind: 'correct' }>,
    setting: Setting,
  ): Promise<{ done: Done; uuid: string | null }> => {
    const { member, said, before, now, time_zone, reading } = setting
    const last = before.flatMap((memory_uuid) => {
      const found = memory.find(member, memory_uuid)
      return found ? [{ memory_uuid, content: found.content }] : []
    })
    const named = act.about ?? (act.text.split(/\s+/).length > 4 ? act.resolved : null)
    const target =
      (act.about === null ? last.at(-1) : undefined) ??
      (named === null ? null : await meant(setting, named)) ??
      last.at(-1)
    if (!target || act.text === '') return { done: { kind: 'nothing found', wanted: 'correct' }, uuid: null }
    const { text, resolved, about } = act
    const { content: wrong } = target
    const correction = { memory: wrong, text, resolved, about, now, time_zone }
    const content = await reading.call('corrected', correction)
    const uuid = await memory.replace(member, target.memory_uuid, content, said)
    if (uuid === null) return { done: { kind: 'nothing found', wanted: 'correct' }, uuid }
    return { done: { kind: 'corrected', memory_uuid: uuid, content }, uuid }
  }

  const forget = async (about: string | null, setting: Setting): Promise<Done> => {
    const { member, before } = setting
    const wanted = about === null ? before : [(await meant(setting, about))?.memory_uuid ?? '']
    const forgotten = wanted.filter((memory_uuid) => memory_uuid !== '' && memory.forget(member, memory_uuid))
    return forgotten.length > 0 ? { kind: 'forgotten' } : { kind: 'nothing found', wanted: 'forget' }
  }

  return { keep, putRight, forget }
}

/**
 * Does what a message asks for: keeps, puts right, forgets, notes what to be reminded of. Each of it is done as a whole or
 * not at all, where the time to read ends.
 */
export function openActions({ memory, remind, doubt }: PerformingDependencies) {
  const { keep, putRight, forget } = openMemoryActions({ memory, doubt })

  return async (acts: readonly Act[], setting: Setting): Promise<Actions> => {
    const done: Done[] = []
    let told: string[] = []
    let partly = false

    const perform = async (act: Act): Promise<void> => {
      const meantNow = { ...setting, before: told.length > 0 ? told : setting.before }
      switch (act.kind) {
        case 'tell': {
          if (!setting.keeps) break
          const kept = await keep(act.told, setting)
          done.push(kept.done)
          told.push(kept.uuid)
          break
        }
        case 'correct': {
          const right = await putRight(act, meantNow)
          done.push(right.done)
          if (right.uuid !== null) told = [right.uuid]
          break
        }
        case 'forget':
          done.push(await forget(act.about, meantNow))
          told = []
          break
        case 'remind': {
          const { title, due_at, repeats } = act.reminder
          remind(setting.member, act.reminder)
          done.push({ kind: 'goal', title, due_at, repeats })
          break
        }
        case 'ask':
          done.push({ kind: 'asked', question: act.question })
          break
        case 'chat':
          done.push({ kind: 'chat', intent: act.intent })
      }
    }

    for (const act of acts) {
      // A message may ask for a hundred things; others come between.
      await setImmediate()
      try {
        await perform(act)
      } catch (error) {
        const full = noRoom(error)
        if (full) done.push(full)
        else if (error instanceof ReadingFailed) {
          partly = true
          break
        } else throw error
      }
    }
    const forgot = done.some(({ kind }) => kind === 'forgotten')
    const memory_uuids = told.length > 0 || forgot ? told : setting.before
    return { done, memory_uuids, ...(partly ? { partly } : {}) }
  }
}

/** What is told instead where a member has as much as may be. */
function noRoom(error: unknown): Done | null {
  const reason = error instanceof Failure ? error.details['reason'] : null
  if (reason === 'memory_full') return { kind: 'no room', for: 'memories' }
  return reason === 'too_many_goals' ? { kind: 'no room', for: 'goals' } : null
}
