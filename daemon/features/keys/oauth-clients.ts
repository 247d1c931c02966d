import { asc, eq } from 'drizzle-orm'
import { type Clock, iso } from '../../kernel/clock.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import { oauthClients } from './tables.ts'
import type { Store } from '../../store/store.ts'

const maxClients = 200
/** How many may register within a minute, all together. */
const maxPerMinute = 20
/** How many addresses one may be answered at, and how long each may be, in characters. */
const maxRedirectUris = 10
const maxUriLength = 2_000
/** The longest name, in characters. */
const maxNameLength = 59

/** Schemes that are no program's own: what a browser runs or shows itself, and what opens something of the system. */
const foreignSchemes =
  /^(javascript|data|blob|file|about|vbscript|view-source|chrome|wss?|s?ftp|mailto|tel|sms|intent|search-ms|ms-.*):$/

export type Registration = typeof oauthClients.$inferSelect

/** What is kept of what a program says of itself; all else about it is the same for all. */
export interface ClientMetadata {
  readonly client_name?: string
  readonly redirect_uris: readonly string[]
}

/** Why a registration is refused, as RFC 7591 names it. */
export class RegistrationRefused extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** The programs that have registered themselves, which anybody may do (RFC 7591): so they are bounded, and few words. */
export interface Clients {
  readonly find: (client_id: string) => Registration | undefined
  /** What is kept of a registration; throws `RegistrationRefused` where it is none, or too many register. */
  readonly read: (metadata: object) => ClientMetadata
  readonly add: (client_id: string, metadata: ClientMetadata) => void
}

/** Opens the registered programs; `isUsed` tells whether a member has agreed to one. */
export function openClients(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  isUsed: (client_id: string) => boolean,
): Clients {
  const { database } = store
  const byId = eq(oauthClients.client_id, parameter('client_id'))
  const all = database.select().from(oauthClients).orderBy(asc(oauthClients.created_at)).prepare()
  const one = database.select().from(oauthClients).where(byId).prepare()
  const insert = database.insert(oauthClients).values(placeholders(oauthClients)).prepare()
  const remove = database.delete(oauthClients).where(byId).prepare()

  /** Makes room for one more: those go first that came first and that nobody has agreed to. */
  const assertRoom = () => {
    const rows = all.all()
    const recent = rows.filter(({ created_at }) => Date.parse(created_at) > clock.now() - 60_000)
    const full = rows.length >= maxClients && rows.every(({ client_id }) => isUsed(client_id))
    if (recent.length >= maxPerMinute || full)
      throw new RegistrationRefused('temporarily_unavailable', 'too many programs register; try again later')
  }

  return {
    find: (client_id) => one.get({ client_id }),
    read: (metadata) => {
      assertRoom()
      const { client_name, redirect_uris }: { client_name?: unknown; redirect_uris?: unknown } = metadata
      const client = plainName(client_name)
      return { ...(client !== null && { client_name: client }), redirect_uris: readUris(redirect_uris) }
    },
    add: (client_id, { client_name, redirect_uris }) => {
      store.write(() => {
        const rows = all.all()
        const unused = rows.filter((row) => !isUsed(row.client_id))
        for (const old of unused.slice(0, Math.max(0, rows.length + 1 - maxClients)))
          remove.run({ client_id: old.client_id })
        insert.run({
          client_id,
          name: client_name ?? null,
          redirect_uris: [...redirect_uris],
          created_at: iso(clock.now()),
        })
      })
    },
  }
}

/** A name on one line, without anything that changes how text around it is read; null where nothing is left. */
export function plainName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const line = name
    .slice(0, 1_000)
    .replaceAll(/\p{C}+/gu, '')
    .replaceAll(/\p{Z}+/gu, ' ')
    .trim()
  // Half of a character that takes two is none.
  return (
    line
      .slice(0, maxNameLength)
      .replace(/\p{Cs}$/u, '')
      .trim() || null
  )
}

function readUris(uris: unknown): string[] {
  const refuse = (reason: string) =>
    new RegistrationRefused('invalid_redirect_uri', `redirect_uris ${reason}`)
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    throw refuse(`must be a list of 1 to ${maxRedirectUris} addresses`)
  return uris.map((uri: unknown) => {
    if (typeof uri !== 'string' || uri.length > maxUriLength || !URL.canParse(uri))
      throw refuse(`must be addresses of at most ${maxUriLength} characters`)
    const { protocol, username, password } = new URL(uri)
    if (foreignSchemes.test(protocol)) throw refuse(`must not begin with ${protocol}`)
    if (username !== '' || password !== '') throw refuse('must not hold a name and a password')
    return uri
  })
}
