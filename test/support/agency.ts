import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Bus } from '../../daemon/bus/bus.ts'
import type { Question } from '../../daemon/features/agency/ports.ts'
import type { NewGoal } from '../../daemon/features/agency/goals.ts'
import type { Noticeable } from '../../daemon/features/agency/notice.ts'
import { openAgency } from '../../daemon/features/agency/operations.ts'
import { openQuotes } from '../../daemon/features/memory/quotes.ts'
import type { Goal } from '../../daemon/features/agency/schemas.ts'
import { iso } from '../../daemon/kernel/clock.ts'
import { goalStatuses } from '../../daemon/features/agency/tables.ts'
import { compileInput } from '../../daemon/kernel/validate.ts'
import { openIdempotency } from '../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from './wire/caller.ts'
import { ManualClock } from './clock.ts'
import { openTestStore } from './store.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const berlin = 'Europe/Berlin'

/** An interaction as the companion asked it. */
export interface AskedQuestion extends Question {
  readonly interaction_id: string
  status: string
}

/** A Monday noon in Berlin. */
const noon = '2026-05-04T12:00:00+02:00'

/** Fakes of what agency is told by other features, and what they were asked. */
function fakePorts({ clock, store, members }: ReturnType<typeof openTestStore>) {
  const reminders: { readonly member: string; readonly content: string; readonly at: string }[] = []
  const asked: AskedQuestion[] = []
  const preferences = new Map<string, unknown>()
  const memories = new Map<string, Noticeable[]>()
  const broken = { say: false, memories: false }

  const ports = {
    everyone: members.ids,
    quote: openQuotes(store, []).add,
    ask: (_: unknown, question: Question) => {
      const interaction_id = randomUUID()
      asked.push({ ...question, interaction_id, status: 'pending' })
      return interaction_id
    },
    withdraw: (_: unknown, id: string) => {
      const question = interaction(id)
      if (['pending', 'dismissed', 'deferred'].includes(question.status)) question.status = 'cancelled'
    },
    findInteraction: (id: string) => asked.find(({ interaction_id }) => interaction_id === id),
    say: (_: unknown, member: string, content: string) => {
      if (broken.say) throw new Error('nothing can be said')
      reminders.push({ member, content, at: iso(clock.now()) })
    },
    preferencesOf: (member: string) => preferences.get(member),
    memories: (member: string, after: number, limit: number) => {
      if (broken.memories) throw new Error('nothing can be read')
      return (memories.get(member) ?? []).filter(({ memory_id }) => memory_id > after).slice(0, limit)
    },
  }
  const interaction = (id: string): AskedQuestion => {
    const question = asked.find(({ interaction_id }) => interaction_id === id)
    assert.ok(question)
    return question
  }
  return { ports, interaction, reminders, asked, preferences, memories, broken }
}

const capacity = { goals: 1_000, memories: 200_000, memory_megabytes: 100 }

/**
 * Agency over a database of its own, with a member in Berlin who has quiet from 22:00 to 07:00, and with fakes of what
 * it is told by other features. `now` is when it begins.
 */
export function openTestAgency(now = noon) {
  const opened = openTestStore(new ManualClock(Date.parse(now)))
  const { store, clock, log } = opened
  const bus = new Bus(clock, log)
  const once = openIdempotency(store, clock)
  const { ports, interaction, reminders, asked, preferences, memories, broken } = fakePorts(opened)
  const start = () => openAgency({ config: { capacity }, store, once, bus, clock, log }, ports)
  let feature = start()
  feature.resume()

  /** Another member, in Berlin too. */
  const join = (name: string) => {
    const { family_member_uuid } = opened.addMember(name)
    preferences.set(family_member_uuid, { time_zone: berlin })
    return family_member_uuid
  }
  const olga = join('olga')

  /** The events and goals that a member receives from now on. */
  const listen = (member = olga) => {
    const heard: { readonly event: string; readonly goal: Goal }[] = []
    bus.subscribe(`agency.goals.${member}`, { receive: ({ payload }) => void heard.push(payload as never) })
    return heard
  }

  const call = (
    operation: string,
    input: object = {},
    member: string | null = olga,
    key: string | null = null,
  ) => {
    const declared = feature.operations[operation as keyof typeof feature.operations]
    compileInput(declared.input)(input)
    const caller = callerOf(String(member), { family_member_uuid: member })
    // oxlint-disable-next-line typescript/no-explicit-any
    return declared.handler(input, contextOf(operation, caller, { idempotency_key: key })) as any
  }

  return {
    ...opened,
    bus,
    olga,
    join,
    reminders,
    asked,
    preferences,
    memories,
    broken,
    listen,
    call,
    create: (input: object, member: string | null = olga): Goal =>
      call('agency.create_goal', input, member).goal,
    update: (id: string, input: object, member = olga): Goal =>
      call('agency.update_goal', { id, ...input }, member).goal,
    cancel: (id: string, member = olga): Goal => call('agency.cancel_goal', { id }, member).goal,
    accept: (id: string, member = olga): Goal => call('agency.accept_goal', { id }, member).goal,
    list: (input: object = {}, member = olga): { items: Goal[]; total: number } =>
      call('agency.goals', input, member),
    goal: (id: string, member = olga): Goal => {
      const goal = call('agency.goals', { limit: 200, status: [...goalStatuses] }, member).items.find(
        (one: Goal) => one.goal_uuid === id,
      )
      assert.ok(goal)
      return goal
    },
    /** As a conversation has its member reminded. */
    remind: (wanted: NewGoal, member = olga) =>
      store.write((tx) => feature.reminders.make(tx, member, wanted)),
    open: (member = olga) => feature.openGoals(member),
    erase: (member = olga) => store.write((tx) => feature.erase(tx, member)),

    /** Takes an interaction to a status, and says so on the bus. */
    answer: (id: string, status: string) => {
      const question = interaction(id)
      question.status = status
      bus.publish('interaction.transitions', { interaction: { ...question }, event: {} })
    },
    /** The same, as nobody hears it. */
    answerUnheard: (id: string, status: string) => {
      interaction(id).status = status
    },
    /** The latest interaction that was put to a member. */
    lastAsked: (member = olga): AskedQuestion => {
      const question = asked.findLast(({ user_id }) => user_id === member)
      assert.ok(question)
      return question
    },
    stop: () => feature.stop(),
    restart: () => {
      feature.stop()
      feature = start()
      feature.resume()
    },
    /** Lets the time pass until a moment, ISO 8601. */
    until: (moment: string) => clock.advance(Date.parse(moment) - clock.now()),
  }
}
