import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { Page, pageOf } from '../../kernel/paging.ts'
import { ownTopic, type Topics } from '../../kernel/topic.ts'
import { Nothing } from '../../kernel/schema.ts'
import words from '../../language/en/personality.json' with { type: 'json' }
import type { Idempotency } from '../../store/idempotency.ts'
import { type Traits, traitNames } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { expressionOf, type Mood } from './expression.ts'
import { SnapshotNotFound } from './failures.ts'
import * as schemas from './schemas.ts'
import { personalityStore, type SnapshotRow } from './store.ts'
import { LRUCache } from 'lru-cache'
import { defaultName, defaultTraits } from './defaults.ts'

interface PersonalityDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
}

interface PersonalityPorts {
  /** When a member joined, ISO 8601; undefined for an unknown one. */
  readonly joinedAt: (family_member_uuid: string) => string | undefined
  /** How a member's companion feels now. */
  readonly mood: (family_member_uuid: string) => Mood
  /** Told of other traits, in the transaction that changes them. */
  readonly traitsChanged: (tx: Transaction, family_member_uuid: string, traits: Traits) => void
}

/** How many snapshots are kept of a member's companion. */
const maxSnapshots = 100

export const personalityTopics = {
  'personality.expression': {
    summary: 'How your companion is and comes across, each time that is changed',
    type: 'personality_update',
    audience: 'own',
    payload: schemas.Personality,
  },
} satisfies Topics

/** Personality: the traits and the name of each member's companion, and how it comes across. */
export function openPersonality(
  { store, once, bus, clock }: PersonalityDependencies,
  { joinedAt, mood: moodOf, traitsChanged }: PersonalityPorts,
) {
  const personalities = personalityStore(store)
  const characters = openCharacters(personalities, joinedAt, clock)
  const companions = openCompanions({
    bus,
    clock,
    mood: moodOf,
    traitsChanged,
    personalities,
    characters,
  })
  const dependencies = { store, once, personalities, characters, companions }

  return {
    operations: { ...characterOperations(dependencies), ...snapshotOperations(dependencies) },

    /**
     * A member's companion: its name, its traits, and how it comes across with the mood that it is in. `other` is what it
     * would be with some of it changed, or in a mood that is known already.
     */
    of: (family_member_uuid: string, { mood, ...other }: OtherCharacter = {}) => {
      const now = characters.of(family_member_uuid)
      const { companion_name, traits } = { ...now, ...other, traits: { ...now.traits, ...other.traits } }
      return { companion_name, traits, expression: expressionOf(traits, mood ?? moodOf(family_member_uuid)) }
    },

    /** What a member calls the companion. */
    nameFor: (family_member_uuid: string): string => characters.of(family_member_uuid).companion_name,

    archiveImport: {
      ownerOfSnapshot: personalities.ownerOfSnapshot,
      /** Makes the companion what it was elsewhere; false where it is that already. */
      become: (tx: Transaction, family_member_uuid: string, given: TakenCharacter): boolean => {
        const before = characters.of(family_member_uuid)
        const { companion_name } = given
        const traits = traitsOf(given)
        if (sameTraits(before.traits, traits) && before.companion_name === companion_name) return false
        companions.become(tx, family_member_uuid, { traits, companion_name }, words.snapshots.changed)
        return true
      },
      /** Keeps a snapshot from elsewhere; false where as many are kept as may be. */
      storeSnapshot: (tx: Transaction, family_member_uuid: string, given: TakenSnapshot): boolean => {
        if (personalities.listSnapshots(family_member_uuid, { limit: 1, offset: 0 }).total >= maxSnapshots)
          return false
        personalities.insertSnapshot(tx, { ...given, family_member_uuid }, maxSnapshots)
        return true
      },
    },

    erase: characters.erase,
  }
}

/** What is other about a companion than it is now. */
interface OtherCharacter {
  readonly traits?: Partial<Traits>
  readonly companion_name?: string
  readonly mood?: Mood
}

type TakenCharacter = Traits & Pick<Character, 'companion_name'>
type TakenSnapshot = Omit<SnapshotRow, 'family_member_uuid'>

type Personalities = ReturnType<typeof personalityStore>
type Characters = ReturnType<typeof openCharacters>

interface CompanionsDependencies
  extends Pick<PersonalityDependencies, 'bus' | 'clock'>, Pick<PersonalityPorts, 'mood' | 'traitsChanged'> {
  readonly personalities: Personalities
  readonly characters: Characters
}

/** How members' companions come across, and how one becomes another. */
function openCompanions(dependencies: CompanionsDependencies) {
  const { bus, clock, mood, traitsChanged, personalities, characters } = dependencies

  const toPersonality = (family_member_uuid: string, character: Character): schemas.Personality => ({
    ...character,
    expression: expressionOf(character.traits, mood(family_member_uuid)),
  })

  const keep = (
    tx: Transaction,
    family_member_uuid: string,
    { traits, companion_name }: Character,
    label: string | null,
  ): schemas.Snapshot => {
    const snapshot_uuid = randomUUID()
    const row = {
      snapshot_uuid,
      family_member_uuid,
      label,
      traits,
      companion_name,
      created_at: iso(clock.now()),
    }
    personalities.insertSnapshot(tx, row, maxSnapshots)
    return snapshotOf(row)
  }

  /** Makes the companion another one, and keeps what it was before; one that is the same stays as it is. */
  const become = (
    tx: Transaction,
    family_member_uuid: string,
    { traits, companion_name }: Pick<Character, 'traits' | 'companion_name'>,
    label: string,
  ): schemas.Personality => {
    const before = characters.of(family_member_uuid)
    const otherTraits = !sameTraits(before.traits, traits)
    if (!otherTraits && before.companion_name === companion_name)
      return toPersonality(family_member_uuid, before)
    const character = { traits, companion_name, updated_at: iso(clock.now()) }
    keep(tx, family_member_uuid, before, label)
    characters.save(tx, family_member_uuid, character)
    if (otherTraits) traitsChanged(tx, family_member_uuid, traits)
    const personality = toPersonality(family_member_uuid, character)
    tx.afterCommit(() =>
      bus.publish(ownTopic('personality.expression', family_member_uuid), personality, {
        family_member_uuid,
      }),
    )
    return personality
  }

  return { toPersonality, keep, become }
}

interface OperationsDependencies extends Pick<PersonalityDependencies, 'store' | 'once'> {
  readonly personalities: Personalities
  readonly characters: Characters
  readonly companions: ReturnType<typeof openCompanions>
}

function characterOperations({ store, characters, companions }: OperationsDependencies) {
  const { toPersonality, become } = companions
  return {
    'personality.current': operation({
      rest: 'GET /personality/current',
      access: 'member',
      summary: 'How the companion is, and how it comes across now',
      description: 'Five traits, and the expression that follows from them and from the mood of the moment.',
      input: Nothing,
      output: schemas.Personality,
      errors: [NoMember],
    }).handle((_input, { caller }) => {
      const family_member_uuid = memberOf(caller)
      return toPersonality(family_member_uuid, characters.of(family_member_uuid))
    }),

    'personality.adjust': operation({
      rest: 'PUT /personality/traits',
      access: 'member',
      summary: 'Change the traits or the name of the companion',
      description: 'What it was before is kept as a snapshot.',
      input: schemas.Adjustment,
      output: schemas.Personality,
      errors: [NoMember],
    }).handle((input, { caller }) => {
      const family_member_uuid = memberOf(caller)
      return store.write((tx) => {
        const { traits, companion_name } = characters.of(family_member_uuid)
        const changed = {
          traits: { ...traits, ...input.traits },
          companion_name: input.companion_name?.trim() ?? companion_name,
        }
        return become(tx, family_member_uuid, changed, words.snapshots.changed)
      })
    }),
  }
}

function snapshotOperations({ once, personalities, characters, companions }: OperationsDependencies) {
  const { keep, become } = companions
  return {
    'personality.snapshots': operation({
      rest: 'GET /personality/snapshots',
      access: 'member',
      summary: 'What the companion was before, newest first',
      description: 'Each with the traits and the name of that time. `personality.rollback` goes back to one.',
      input: Page,
      output: schemas.SnapshotPage,
      errors: [NoMember],
    }).handle((input, { caller }) => {
      const { items, total } = personalities.listSnapshots(memberOf(caller), pageOf(input))
      return { items: items.map(snapshotOf), total }
    }),

    'personality.snapshot': operation({
      rest: 'POST /personality/snapshots',
      status: 201,
      access: 'member',
      summary: 'Keep what the companion is now',
      description: `The newest ${maxSnapshots} are kept.`,
      input: schemas.NewSnapshot,
      output: schemas.Snapshot,
      errors: [NoMember],
    }).handle((input, context) => {
      const family_member_uuid = memberOf(context.caller)
      return once(context, input, (tx) =>
        keep(tx, family_member_uuid, characters.of(family_member_uuid), input.label?.trim() ?? null),
      )
    }),

    'personality.rollback': operation({
      rest: 'POST /personality/snapshots/{id}/restore',
      access: 'member',
      summary: 'Make the companion what it was in a snapshot',
      description: 'What it was before is kept as a snapshot, too.',
      input: schemas.ById,
      output: schemas.Personality,
      errors: [NoMember, SnapshotNotFound],
    }).handle((input, context) => {
      const family_member_uuid = memberOf(context.caller)
      return once(context, input, (tx) => {
        const snapshot = personalities.findSnapshot(family_member_uuid, input.id)
        if (!snapshot) throw SnapshotNotFound()
        return become(tx, family_member_uuid, snapshot, words.snapshots.restored)
      })
    }),
  }
}

const snapshotOf = ({ family_member_uuid: _owner, ...snapshot }: SnapshotRow): schemas.Snapshot => snapshot

/** What is kept of a companion: its traits and its name, without its mood. */
export interface Character {
  readonly traits: Traits
  readonly companion_name: string
  /** ISO 8601. */
  readonly updated_at: string
}

/** For how long a row is held in memory, in milliseconds, and of how many members. */
const cacheTtlMs = 3_600_000
const maxCached = 1_000

/** The characters of the companions, the ones in use held in memory until they are changed. */
export function openCharacters(
  personalities: Personalities,
  joinedAt: (family_member_uuid: string) => string | undefined,
  clock: Clock,
) {
  const cache = new LRUCache<string, Character>({
    max: maxCached,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: clock,
  })

  const read = (family_member_uuid: string): Character => {
    const row = personalities.find(family_member_uuid)
    if (row) {
      const { companion_name, updated_at } = row
      return { traits: traitsOf(row), companion_name, updated_at }
    }
    const updated_at = joinedAt(family_member_uuid) ?? iso(clock.now())
    return { traits: defaultTraits, companion_name: defaultName, updated_at }
  }

  return {
    /** The character of a member's companion; the default one unless it was changed. */
    of: (family_member_uuid: string): Character => {
      const cached = cache.get(family_member_uuid)
      if (cached) return cached
      const character = read(family_member_uuid)
      cache.set(family_member_uuid, character)
      return character
    },

    save: (tx: Transaction, family_member_uuid: string, { traits, ...rest }: Character): void => {
      personalities.save(tx, { family_member_uuid, ...traits, ...rest })
      tx.afterCommit(() => cache.delete(family_member_uuid))
    },

    erase: (tx: Transaction, family_member_uuid: string) => {
      tx.afterCommit(() => cache.delete(family_member_uuid))
      return personalities.erase(tx, family_member_uuid)
    },
  }
}

/** The five, and nothing else that the row has. */
export function traitsOf(row: Traits): Traits {
  return Object.fromEntries(traitNames.map((name) => [name, row[name]])) as unknown as Traits
}

export const sameTraits = (a: Traits, b: Traits): boolean => traitNames.every((name) => a[name] === b[name])
