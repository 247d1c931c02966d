/** The last lines of a text that comes in pieces. */
export class Tail {
  readonly #most: number
  #lines: string[] = []
  #open = ''

  /** Keeps `most` lines. */
  constructor(most = 40) {
    this.#most = most
  }

  add(piece: string): void {
    const lines = `${this.#open}${piece}`.split(/\r?\n/)
    this.#open = lines.pop()?.slice(-10_000) ?? ''
    this.#lines = [...this.#lines, ...lines].slice(-this.#most)
  }

  /** Oldest first, without empty ones; what has no end of line yet is the last. */
  lines(): string[] {
    return [...this.#lines, this.#open].filter((line) => line.trim() !== '').slice(-this.#most)
  }
}
