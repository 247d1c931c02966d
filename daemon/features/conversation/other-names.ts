import type { Recalled } from './exchange/engine.ts'

const named =
  /\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}\p{L}+['’]s) (?:\p{Ll}+ )?(?<role>\p{Ll}+)(?:,| is| was| is called| was called| called| named|['’]s name is| who is)*,? (?<name>\p{Lu}[\p{L}'’-]+)/gu
const roleAfter = /\b(?<name>\p{Lu}[\p{L}'’-]+) is (?:my|our) (?:\p{Ll}+ )?(?<role>\p{Ll}+)/gu

/** By which other word somebody goes: who "my sister Anna" is, by what was told. */
export function otherNames(memories: readonly Recalled[]): (word: string) => readonly string[] {
  const pairs = memories.flatMap(({ content }) =>
    [...content.matchAll(named), ...content.matchAll(roleAfter)].map(({ groups }) => [
      (groups?.['name'] ?? '').replace(/['’]s$/, ''),
      groups?.['role'] ?? '',
    ]),
  )
  return (word) =>
    pairs.flatMap(([name = '', role = '']) => {
      if (name === word) return [role]
      return role === word.toLowerCase() ? [name] : []
    })
}
