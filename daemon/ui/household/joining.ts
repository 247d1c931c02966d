import type { Refusal } from '../../client/errors.ts'

export interface NewMember {
  readonly full_name: string
  readonly username: string
  readonly relationship: string
  readonly password: string
}

/** Whether a username is one: letters, digits, dot, dash and underscore, and a letter or digit first. */
export const isUsername = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(text)

/** The field at which a refusal is to be shown; null where it is of none. */
export function fieldOfRefusal({ code }: Pick<Refusal, 'code'>): keyof NewMember | null {
  if (code === 'PASSWORD_REJECTED') return 'password'
  return code === 'CONFLICT' ? 'username' : null
}

/** The address at which somebody uses an invitation: the welcome of the daemon at `origin`. */
export function invitationLink(origin: string, code: string): string {
  return `${origin}/#/welcome?${new URLSearchParams({ invitation: code }).toString()}`
}

/** Whether an address (`http://127.0.0.1:8080`) leads anywhere from its own machine alone. */
export function isLocal(origin: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname)
}

/** The name of whoever has joined last at or after a moment (ISO 8601); null where nobody has. */
export function newestSince(
  members: readonly { readonly full_name: string; readonly created_at: string }[],
  moment: string,
): string | null {
  const joined = members.filter(({ created_at }) => Date.parse(created_at) >= Date.parse(moment))
  const [newest] = joined.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return newest?.full_name ?? null
}
