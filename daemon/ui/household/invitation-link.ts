/** The address at which somebody uses an invitation: the welcome of the daemon at `origin`. */
export function invitationLink(origin: string, code: string): string {
  return `${origin}/#/welcome?${new URLSearchParams({ invitation: code }).toString()}`
}

/** Whether an address (`http://127.0.0.1:8080`) leads anywhere from its own machine alone. */
export function isLocal(origin: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname)
}
