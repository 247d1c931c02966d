import i18next from 'i18next'
import { createContext, useContext } from 'react'
import { showDone } from '../parts/failure.tsx'
import { showLateness } from './show-lateness.ts'

/** How people hear what became of a step. */
export interface Telling {
  /** It is done: the words for that, or what says it otherwise. */
  readonly done: (done: string | (() => void)) => void
  readonly failed: (error: unknown) => void
}

const inPassing: Telling = {
  done: (done) => (typeof done === 'string' ? showDone(done) : done()),
  failed: (error) => showLateness(error, i18next),
}

const Told = createContext(inPassing)
export const TellingProvider = Told.Provider

/** In passing, unless a page tells by itself. */
export const useTelling = (): Telling => useContext(Told)
