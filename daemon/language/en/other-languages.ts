import { compileAny } from '../templates.ts'
import words from './other-languages.json' with { type: 'json' }

/** What a message says that wants one kept which was not understood. */
export const keepsIt: RegExp = compileAny(words['keep it'], words.slots)
