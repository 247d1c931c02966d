import { EventEmitter } from 'node:events'

/** An event that a listener may prevent. */
export class StandInEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** Listens as everything of Electron does. The answer fits whatever class stands in for one of Electron's. */
export class Emitter {
  readonly #events = new EventEmitter()

  on(event: string, listener: (...given: never[]) => unknown): never {
    this.#events.on(event, (...given: unknown[]) => listener(...(given as never[])))
    return this as never
  }

  /** Has an event happen; the answer says whether a listener has prevented what usually follows. */
  happen(event: string, more: object = {}, ...given: unknown[]): boolean {
    const happened = Object.assign(new StandInEvent(), more)
    this.#events.emit(event, happened, ...given)
    return happened.defaultPrevented
  }
}
