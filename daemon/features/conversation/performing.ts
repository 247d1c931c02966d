import { fits, leastFit } from './answering.ts'
import { correct } from './correcting.ts'
import type { Done, Recalled } from './engine.ts'
import { datedFor } from './moments.ts'
import { contradict } from './contradicting.ts'
import { upperFirst } from './person.ts'
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
  readonly find: (member: string, memory_uuid: string) => { readonly content: string } | undefined
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
}

/** What says that something is other than it was. */
const changes =
  /\b(?:now|nowadays|these days|any ?more|no longer|instead|moved|switched|changed|rescheduled|postponed|brought forward|cancelled)\b/i

/** A memory that tells several things, of which a newer one changes one at most: it stays, with the newer one beside it. */
const several = /[;.]\s+\S|,\s+(?:and|but|so|he|she|it|they|we|i)\b/i

/** A sentence that says what it is about, though it did not: of tea, "my favourite is peppermint". */
function aboutThat(sentence: string, about: string): string {
  if (sentence.toLowerCase().includes(about.toLowerCase())) return sentence
  const named = sentence.replace(/\b(favou?rite)(?= (?:is|was|are)\b)/i, `$1 ${about}`)
  return named === sentence ? `${sentence} (about ${about})` : named
}

const alike = () => 0
const nobody = () => []
/** Memories that are looked at for what somebody means. */
const candidates = 12

/** Does what a message asks for: keeps, puts right, forgets, notes what to be reminded of. */
export function openActions({ memory, remind, doubt }: PerformingDependencies) {
  /** What somebody means by a few words; null for nothing that was told. */
  const meant = async (member: string, about: string, least = leastFit): Promise<Recalled | null> => {
    const found = (await memory.recall(member, about, candidates)).filter(({ superseded }) => !superseded)
    const [best] = fits(about, found, alike, nobody)
    return best && best.coverage >= least ? best.memory : null
  }

  const keep = async (told: Told, setting: Setting): Promise<{ done: Done; uuid: string }> => {
    const { member, said, now } = setting
    const older = changes.test(told.content) ? await meant(member, told.content, 0.5) : null
    const newer =
      older &&
      !several.test(older.content) &&
      (await memory.replace(member, older.memory_uuid, told.content, said))
    if (newer)
      return { done: { kind: 'kept', memory_uuid: newer, content: told.content, known: false }, uuid: newer }
    const like = told.kind === 'preference' ? await memory.recall(member, told.content, candidates) : []
    const { memory_uuid, known } = await memory.remember(member, { ...told, tags: [...told.tags] }, said)
    const against = known
      ? undefined
      : like.find((older) => !older.superseded && contradict(told.content, older.content))
    if (against && Date.parse(against.created_at) <= now)
      doubt(member, against, { memory_uuid, content: told.content })
    return { done: { kind: 'kept', memory_uuid, content: told.content, known }, uuid: memory_uuid }
  }

  const putRight = async (
    act: Extract<Act, { kind: 'correct' }>,
    setting: Setting,
  ): Promise<{ done: Done; uuid: string | null }> => {
    const { member, said, before, now, time_zone } = setting
    const last = before.flatMap((memory_uuid) => {
      const found = memory.find(member, memory_uuid)
      return found ? [{ memory_uuid, content: found.content }] : []
    })
    const named = act.about ?? (act.text.split(/\s+/).length > 4 ? act.resolved : null)
    const target =
      (act.about === null ? last.at(-1) : undefined) ??
      (named === null ? null : await meant(member, named)) ??
      last.at(-1)
    if (!target || act.text === '') return { done: { kind: 'nothing found', wanted: 'correct' }, uuid: null }
    const right = correct(target.content, act.text, now, time_zone, act.about)
    // A sentence of its own takes the place as it is, with its pronouns resolved.
    const sentence =
      right === act.text.replace(/[.!\s]+$/, '').trim() ? act.resolved.replace(/[.!\s]+$/, '') : right
    const content = act.about === null ? sentence : aboutThat(sentence, act.about)
    const dated = datedFor(upperFirst(content), now, time_zone)
    const uuid = await memory.replace(member, target.memory_uuid, dated, said)
    if (uuid === null) return { done: { kind: 'nothing found', wanted: 'correct' }, uuid }
    return { done: { kind: 'corrected', memory_uuid: uuid, content: dated }, uuid }
  }

  const forget = async (about: string | null, { member, before }: Setting): Promise<Done> => {
    const wanted = about === null ? before : [(await meant(member, about))?.memory_uuid ?? '']
    const forgotten = wanted.filter((memory_uuid) => memory_uuid !== '' && memory.forget(member, memory_uuid))
    return forgotten.length > 0 ? { kind: 'forgotten' } : { kind: 'nothing found', wanted: 'forget' }
  }

  return async (acts: readonly Act[], setting: Setting): Promise<Actions> => {
    const done: Done[] = []
    let told: string[] = []
    for (const act of acts) {
      switch (act.kind) {
        case 'tell': {
          if (!setting.keeps) break
          const kept = await keep(act.told, setting)
          done.push(kept.done)
          told.push(kept.uuid)
          break
        }
        case 'correct': {
          const right = await putRight(act, { ...setting, before: told.length > 0 ? told : setting.before })
          done.push(right.done)
          if (right.uuid !== null) told = [right.uuid]
          break
        }
        case 'forget':
          done.push(await forget(act.about, { ...setting, before: told.length > 0 ? told : setting.before }))
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
    const forgot = done.some(({ kind }) => kind === 'forgotten')
    return { done, memory_uuids: told.length > 0 || forgot ? told : setting.before }
  }
}
