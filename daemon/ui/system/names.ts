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

/** Whether a topic may have this name: words of a-z, 0-9, dash and underscore, joined by dots; a letter begins it. */
export const isTopicName = (name: string): boolean =>
  name.length <= 100 && /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*$/.test(name)
