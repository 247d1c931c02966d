import { harmless, widthOf } from '../format/text.ts'

/**
 * Breaks a text that comes in pieces between its words, in lines of `width` columns, and takes out what could steer the
 * terminal. A word is shown once it is whole; one that is wider than a line is left to the terminal, as it comes.
 */
export class WordWrap {
  readonly #width: () => number
  #column = 0
  #spaces = ''
  #word = ''

  /** `width` is asked for at each word, as terminals change theirs. */
  constructor(width: () => number) {
    this.#width = width
  }

  /** What can be shown once this piece has come. */
  next(piece: string): string {
    let shown = ''
    for (const part of harmless(piece).match(/\n| +|[^\n ]+/g) ?? []) {
      if (part === '\n') {
        shown += `${this.#flush()}\n`
        this.#spaces = ''
        this.#column = 0
      } else if (part.startsWith(' ')) {
        shown += this.#flush()
        this.#spaces += part
      } else {
        this.#word += part
        if (widthOf(this.#word) >= this.#width()) shown += this.#flush()
      }
    }
    return shown
  }

  end(): string {
    return this.#flush()
  }

  #flush(): string {
    if (this.#word === '') return ''
    const [spaces, word] = [this.#spaces, this.#word]
    const width = this.#width()
    const together = this.#column + spaces.length + widthOf(word)
    // Without spaces it is the rest of a word.
    const breaks = this.#column > 0 && spaces !== '' && together > width
    const used = breaks ? widthOf(word) : together
    this.#column = used > width ? ((used - 1) % width) + 1 : used
    this.#spaces = ''
    this.#word = ''
    return breaks ? `\n${word}` : `${spaces}${word}`
  }
}
