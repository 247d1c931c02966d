/** Takes apart who did something: `user:<uuid>`, `system:<name>`, or anything else for nobody. */
export function actorOf(actor: string): {
  readonly kind: 'user' | 'system' | 'nobody'
  readonly name: string
} {
  const [kind = '', ...rest] = actor.split(':')
  const name = rest.join(':')
  if (name !== '' && (kind === 'user' || kind === 'system')) return { kind, name }
  return { kind: 'nobody', name: '' }
}
