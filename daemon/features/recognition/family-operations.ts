import { iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../kernel/context.ts'
import { InsufficientPermissions, invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, pageOf } from '../../kernel/paging.ts'
import { languageFrom } from '../../language/codes.ts'
import { recognitionWording } from '../../language/recognition.ts'
import type { Transaction } from '../../store/store.ts'
import * as failures from './failures.ts'
import type { RecognitionParts } from './parts.ts'
import { guestsOf, type PersonRow } from './people-store.ts'
import { undoDays, undoMs } from './removals.ts'
import * as schemas from './schemas.ts'
import { VoiceUnavailable } from './voice/failures.ts'

/** A person as a caller may see them: of whose voice is known, they and admins hear. */
export function toPerson(
  { ports }: Pick<RecognitionParts, 'ports'>,
  row: PersonRow,
  caller: Caller,
): schemas.Person {
  const { removed_by: _, ...person } = row
  const isOpen = caller.admin || caller.family_member_uuid === row.person_uuid
  return {
    ...person,
    voice_enrolled: isOpen ? (ports.voice?.isEnrolled(row.person_uuid) ?? false) : null,
    erased_at: row.removed_at === null ? null : iso(Date.parse(row.removed_at) + undoMs),
  }
}

/** Who belongs to the household or visits it: listed, removed, brought back. */
export function familyOperations(parts: RecognitionParts) {
  return { ...lookOperations(parts), ...removalOperations(parts) }
}

/** Somebody who is known; throws `NOT_FOUND` for nobody, and for who was removed unless those are meant too. */
function requirePerson({ people }: RecognitionParts, id: string, removed = false): PersonRow {
  const row = people.find(id)
  if (!row || (row.removed_at !== null && !removed)) throw failures.PersonNotFound()
  return row
}

function lookOperations(parts: RecognitionParts) {
  const { people, ports } = parts
  const show = (row: PersonRow, { caller }: AuthenticatedContext) => toPerson(parts, row, caller)
  return {
    'recognition.family': operation({
      rest: 'GET /recognition/family',
      access: 'member',
      live: 15,
      summary: 'The people whom the companion knows: members and guests',
      description:
        'Names and relationships are for everybody here. With `removed`, which is for admins, those whose removal can ' +
        'still be undone.',
      input: schemas.FamilyPage,
      output: listOf(schemas.Person),
      errors: [],
    }).handle(({ removed = false, ...page }, context) => {
      if (removed && !context.caller.admin) throw InsufficientPermissions()
      const { items, total } = people.list(removed ? 'removed' : 'present', pageOf(page))
      return { items: items.map((row) => show(row, context)), total }
    }),

    'recognition.removal': operation({
      rest: 'GET /recognition/family/{id}/removal',
      access: 'admin',
      summary: 'What would go, and what would stay, if somebody was removed',
      description: 'A look: nothing is changed.',
      input: schemas.ById,
      output: schemas.Removal,
      errors: [failures.PersonNotFound],
    }).handle(({ id }, context) => {
      const row = requirePerson(parts, id)
      return {
        person: show(row, context),
        goes: { counts: people.countOf('goes', id) },
        stays: { counts: people.countOf('stays', id) },
        undo_days: undoDays,
        last_admin: !isRemovable(ports, id),
      }
    }),
  }
}

function removalOperations(parts: RecognitionParts) {
  const { store, audit, clock, people, ports, removals } = parts
  const show = (row: PersonRow, { caller }: AuthenticatedContext) => toPerson(parts, row, caller)
  const note = (
    tx: Transaction,
    event: 'person_removed' | 'person_restored',
    { person_uuid, kind }: PersonRow,
    { caller, address }: AuthenticatedContext,
  ) =>
    audit.record(tx, {
      event,
      actor: caller.actor,
      address,
      family_member_uuid: person_uuid,
      details: { kind },
    })

  return {
    'recognition.remove': operation({
      rest: 'DELETE /recognition/family/{id}',
      access: 'admin',
      scopes: [],
      audited: ['id'],
      summary: 'Remove a member or a guest',
      description:
        'Wants a sign-in of the last 5 minutes. Their sessions end and they cannot sign in any more, at once; for 7 days ' +
        'that can be undone. Then everything of theirs is erased, from the backups too, but what they shared with the ' +
        'household, which keeps their name. The last admin cannot be removed.',
      input: schemas.ById,
      output: schemas.PersonResult,
      errors: [...parts.stepUpErrors, failures.PersonNotFound, parts.lastAdmin],
    }).handle(async ({ id }, context) => {
      const succeeded = await ports.requireRecentSignIn(context, undefined)
      const removed = store.write((tx) => {
        succeeded(tx)
        const row = requirePerson(parts, id)
        if (row.kind === 'member') ports.accounts.remove(tx, id)
        people.setRemoved(tx, id, clock.now(), context.caller.actor)
        note(tx, 'person_removed', row, context)
        notifyAdmins(parts, tx, row, context)
        tx.afterCommit(() => {
          ports.suspendKeys(id)
          removals.arm()
        })
        return requirePerson(parts, id, true)
      })
      return { person: show(removed, context) }
    }),

    'recognition.restore': operation({
      rest: 'POST /recognition/family/{id}/restore',
      access: 'admin',
      scopes: [],
      audited: ['id'],
      summary: 'Bring back somebody who was removed',
      description:
        'Within 7 days. Wants a sign-in of the last 5 minutes. A member signs in again as before; what was theirs is there.',
      input: schemas.ById,
      output: schemas.PersonResult,
      errors: [...parts.stepUpErrors, failures.PersonNotFound, failures.NotRemoved],
    }).handle(async ({ id }, context) => {
      const succeeded = await ports.requireRecentSignIn(context, undefined)
      const restored = store.write((tx) => {
        succeeded(tx)
        const row = requirePerson(parts, id, true)
        if (row.removed_at === null) throw failures.NotRemoved()
        if (row.kind === 'member') ports.accounts.restore(tx, id)
        people.setRemoved(tx, id, null, null)
        note(tx, 'person_restored', row, context)
        tx.afterCommit(removals.arm)
        return requirePerson(parts, id)
      })
      return { person: show(restored, context) }
    }),
  }
}

function isRemovable({ accounts }: RecognitionParts['ports'], id: string): boolean {
  try {
    accounts.assertRemovable(id)
    return true
  } catch {
    return false
  }
}

/** Every admin learns of it, in their language. */
function notifyAdmins(
  { ports, clock }: RecognitionParts,
  tx: Transaction,
  { full_name: name, person_uuid }: PersonRow,
  { caller }: AuthenticatedContext,
): void {
  const by =
    caller.family_member_uuid === null ? null : (ports.profile(caller.family_member_uuid)?.full_name ?? null)
  for (const uuid of ports.everyone()) {
    const admin = ports.profile(uuid)
    if (!admin?.roles.includes('admin') || uuid === person_uuid) continue
    const wording = recognitionWording(languageFrom(admin.preferences['language']))
    ports.ask(tx, {
      ...wording.removed({ name, by, until: clock.now() + undoMs }),
      user_id: uuid,
      interaction_type: 'ack',
      category: 'household',
      requirement: 'optional',
      severity: 'medium',
    })
  }
}

/** How people become known. */
export function introductionOperations(parts: RecognitionParts) {
  const { store, once, audit, people, ports, clock, newId } = parts

  const member = async (input: schemas.Introduction, context: AuthenticatedContext): Promise<string> => {
    const { username, password, full_name, relationship, related_to } = input
    if (!context.caller.admin) throw failures.AccountByAdmin()
    if (username === undefined) throw invalidRequest('username', 'is required with a password')
    if (password === undefined) throw invalidRequest('password', 'is required with a username')
    if (related_to !== undefined) throw invalidRequest('related_to', 'is for guests')
    const uuid = await ports.register({ username, password, full_name, relationship }, context)
    store.write((tx) => people.introducedBy(tx, uuid, context.caller.actor))
    return uuid
  }

  const guest = (input: schemas.Introduction, context: AuthenticatedContext): string => {
    const { full_name, relationship, related_to } = input
    const { caller, address } = context
    const to = related_to ?? caller.family_member_uuid
    if (to !== null && !ports.profile(to)) throw invalidRequest('related_to', 'is no member')
    const { person_uuid } = once(context, { full_name, relationship, related_to }, (tx) => {
      if (guestsOf(people).length >= maxGuests) throw failures.TooManyGuests({ limit: maxGuests })
      const row: PersonRow = {
        person_uuid: newId(),
        full_name: full_name.trim(),
        relationship: relationship.trim(),
        related_to: to,
        kind: 'guest',
        introduced_by: caller.actor,
        created_at: iso(clock.now()),
        removed_at: null,
        removed_by: null,
      }
      people.insert(tx, row)
      const about = { actor: caller.actor, address, family_member_uuid: row.person_uuid }
      audit.record(tx, { event: 'person_introduced', ...about, details: { kind: 'guest' } })
      return { person_uuid: row.person_uuid }
    })
    return person_uuid
  }

  return {
    'recognition.introduce': operation({
      rest: 'POST /recognition/introduce',
      status: 201,
      access: 'member',
      summary: 'Introduce somebody: a guest, or with username and password a member',
      description:
        'Any member introduces guests, who have no account; the companion knows who they are then. Admins make accounts, ' +
        'by the rules of `POST /auth/register`. With `samples` their voice is learnt.',
      input: schemas.Introduction,
      output: schemas.PersonResult,
      errors: [
        failures.AccountByAdmin,
        failures.TooManyGuests,
        VoiceUnavailable,
        ...parts.registrationErrors,
      ],
    }).handle(async (input, context) => {
      const { samples } = input
      if (samples && !ports.voice) throw VoiceUnavailable()
      const isMember = input.username !== undefined || input.password !== undefined
      const uuid = isMember ? await member(input, context) : guest(input, context)
      const keep = samples && (await ports.voice?.enrol(uuid, samples, context))
      if (keep) parts.store.write(keep)
      const row = people.find(uuid)
      if (!row) throw failures.PersonNotFound()
      return { person: toPerson(parts, row, context.caller) }
    }),
  }
}

const maxGuests = 500
