import Database from 'better-sqlite3'

const tokenizer = "'porter unicode61 remove_diacritics 2'"

/** How much each word of a question tells: the rarer among all memories, the more. */
export interface Rarity {
  /**
   * What FTS5's BM25 gives a memory of middling length that has every one of these words once: the sum of their inverse
   * document frequencies, as https://sqlite.org/fts5.html#the_bm25_function says. A word that is nowhere counts most.
   */
  readonly ideal: (words: readonly string[]) => number
}

/** Opens the look at how often words occur, over a connection that may be one for reading. */
export function openRarity(client: Database.Database): Rarity {
  // The stems that the index knows words by are known to its tokenizer alone, so it is asked in a table of one text.
  const own = new Database(':memory:')
  own.exec(`CREATE VIRTUAL TABLE words USING fts5(text, tokenize = ${tokenizer});
    CREATE VIRTUAL TABLE stems USING fts5vocab(words, row)`)
  const put = own.prepare('INSERT INTO words (rowid, text) VALUES (1, ?)')
  const drop = own.prepare('DELETE FROM words')
  const stems = own.prepare<unknown[], string>('SELECT term FROM stems').pluck()
  client.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_terms USING fts5vocab(main, memory_words, row)')
  const documents = client
    .prepare<unknown[], number>('SELECT doc FROM temp.memory_terms WHERE term = ?')
    .pluck()
  const counted = client.prepare<unknown[], number>('SELECT count(*) FROM memory_words_docsize').pluck()

  const stemsOf = (words: readonly string[]): string[] => {
    put.run(words.join(' '))
    const found = stems.all()
    drop.run()
    return found
  }

  return {
    ideal: (words) => {
      const all = counted.get() ?? 0
      const rarities = stemsOf(words).map((stem) => {
        const having = documents.get(stem) ?? 0
        return Math.max(1e-6, Math.log((all - having + 0.5) / (having + 0.5)))
      })
      return rarities.reduce((sum, rarity) => sum + rarity, 0)
    },
  }
}
