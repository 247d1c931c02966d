// What the descriptions of the API, over REST and over the WebSocket, have in common.

export type Json = Record<string, unknown>

/** Moves every schema that has a `$id` to `components`, which are found at `place`, and leaves a reference to it. */
export function hoist(
  node: unknown,
  components: Record<string, Json>,
  place = '#/components/schemas/',
): Json {
  return move(node) as Json

  function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move)
    if (typeof value !== 'object' || value === null) return value
    const { $id, ...rest } = value as Json & { $id?: string }
    const moved = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, move(inner)]))
    if ($id === undefined) return moved
    components[$id] = moved
    return { $ref: place + $id }
  }
}

/**
 * A description as text, which is compact, but opens objects down to a depth: at 3, each operation of OpenAPI and each schema
 * is one line, so that a difference tells what has changed.
 */
export function inLines(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent} `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => JSON.stringify(item))
    : Object.entries(value).map(
        ([key, inner]) => `${JSON.stringify(key)}: ${inLines(inner, depth - 1, deeper)}`,
      )
  // The innermost that is opened begins on the line of its key: a path and its first method are read together.
  const [start, end] = depth === 1 ? ['', ''] : [`\n${deeper}`, `\n${indent}`]
  return `${open}${start}${parts.join(`,\n${deeper}`)}${end}${close}`
}

/** By their names, so that a description is the same each time it is made. */
export const sorted = (components: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * What the groups of operations are about, by the first word of their names: the tags of the description of the API, the
 * groups of commands.
 */
const groups: Readonly<Record<string, string>> = {
  agency:
    'Goals: what a member sets themselves, and what the companion suggests and comes back to by itself.',
  audit: 'What happened that matters for security, and whether that log is whole.',
  authorizations: 'What programs ask you for that connect by OAuth, and what you let them have.',
  auth: 'Your account: how people come in, and how they stay signed in.',
  encryption: 'The passkeys that unlock an encrypted home.',
  backups: 'Copies of the database, and how to go back to one.',
  conversation: 'Talking with the companion, and what was said before.',
  certificates: 'The certificate authority of the household, and what it has signed.',
  recovery: 'A new password on a trusted device, without the old one.',
  devices: 'Devices that you trust, each paired with a code.',
  emotion: 'How the companion feels, how it has felt, and why.',
  engine: 'What writes the replies of the companion: the built-in engine, or a model server of yours.',
  gateway: 'How the daemon is, what it is asked, its log and its settings.',
  archive: 'Everything that is kept of you, as one file.',
  imports: 'Memories from the files of other programs: looked at, stored, and undone as a whole.',
  interactions:
    'Questions, choices, dialogues and approvals that are put to a member, and what became of them.',
  invitations: 'Codes with which people become members of the household.',
  members: 'The members of the household, their roles, and which PINs they have.',
  keys: 'Keys for programs: each lasts, and is good for nothing but what you made it for.',
  voice:
    'How people sound: recordings of them, and your own voice, by which the companion can tell who speaks.',
  memory: 'What the companion remembers: stored, found by meaning, corrected and forgotten.',
  mfa: 'What signing in takes beside the password: an authenticator app, passkeys, approvals, backup codes.',
  models: 'The embedding models that memories can be found with, and their downloads.',
  personality: 'What the companion is like: five traits, its name, and what it was before.',
  pins: 'Short numbers to sign in with on the devices where you have given your password.',
  profile: 'Your own sessions, and whether the owner may read in your profile.',
  recognition: 'The people of the household and its guests, and which of them is there.',
  routing: 'Other names for topics that can be subscribed to.',
  security: 'Blocked addresses, and what was refused.',
  sessions: 'The open sessions of the household.',
  links: 'Links with which members set a new password, made by an admin.',
}

/** The group of an operation. */
export const groupOf = (operation: string): string => operation.split('.')[0] ?? ''

/** The tags of a description of these operations, in order; throws where a group is not described. */
export function tagsOf(operations: readonly string[]): { name: string; description: string }[] {
  return [...new Set(operations.map(groupOf))].toSorted().map((name) => {
    const description = groups[name]
    if (description === undefined) throw new Error(`nothing says what the operations of ${name} are about`)
    return { name, description }
  })
}
