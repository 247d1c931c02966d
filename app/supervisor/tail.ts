/** The last lines of a text that comes in pieces. */
export class Tail {
  readonly #maxLines: number
  #lines: string[] = []
  #open = ''

  /** Keeps `maxLines` lines. */
  constructor(maxLines = 40) {
    this.#maxLines = maxLines
  }

  add(piece: string): void {
    const lines = `${this.#open}${piece}`.split(/\r?\n/)
    this.#open = lines.pop()?.slice(-10_000) ?? ''
    this.#lines = [...this.#lines, ...lines].slice(-this.#maxLines)
  }

  /** Oldest first, without empty ones; what has no end of line yet is the last. */
  lines(): string[] {
    return [...this.#lines, this.#open].filter((line) => line.trim() !== '').slice(-this.#maxLines)
  }
}
