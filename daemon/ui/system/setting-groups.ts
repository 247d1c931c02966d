interface NamedSetting {
  readonly name: string
}

/** The group of a setting: the first word of a name of several, else `general`. */
const groupOf = ({ name }: NamedSetting) =>
  name.includes('.') ? (name.split('.')[0] ?? 'general') : 'general'

/**
 * The settings that fit, by group, in the order that they are given in. A setting fits where its name or its meaning
 * contains every word that is wanted, in any case.
 */
export function groupsOf<S extends NamedSetting>(
  settings: readonly S[],
  wanted: string,
  meaning: (name: string) => string,
): { readonly group: string; readonly settings: S[] }[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name }: S) => {
    const text = `${name} ${meaning(name)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups = Map.groupBy(settings.filter(fits), groupOf)
  return [...groups].map(([group, settings]) => ({ group, settings }))
}
