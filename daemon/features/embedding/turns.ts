/** Work in turns: urgent work before all other, and each kind one turn each, so that none waits for a long one. */
export class Turns<T extends { readonly urgent: boolean }> {
  #urgent: T[] = []
  #others: T[] = []

  add(work: T): void {
    const queue = work.urgent ? this.#urgent : this.#others
    queue.push(work)
  }

  /** The next in turn; unfinished work is added again. */
  next(): T | undefined {
    return this.#urgent.shift() ?? this.#others.shift()
  }

  clear(): void {
    this.#urgent = []
    this.#others = []
  }
}
