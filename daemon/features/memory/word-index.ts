import type Database from 'better-sqlite3'
import { ownWord } from './words.ts'

/** The ids of the memories of an owner that have a word, given by its stem. */
export type WordLookup = (owner: string, stem: string) => number[]

export function openWordIndex(client: Database.Database): WordLookup {
  const matching = client
    // As one text, which is handed over faster than row by row.
    .prepare<[string], string>('SELECT json_group_array(rowid) FROM memory_words WHERE memory_words MATCH ?')
    .pluck()
  // In quotes no word is an operator.
  return (owner, stem) => JSON.parse(matching.get(`"${ownWord(owner, stem)}"`) ?? '[]') as number[]
}
