import { compileAny } from '../../templates.ts'
import words from './words.json' with { type: 'json' }

const puts = compileAny(words['puts on a list'], words.slots)
const between = /\s*[,;&]\s*(?:and\s+)?|\s+(?:and|plus|n)\s+/iu

/** What a sentence puts on the list of its speaker, "milk and eggs", one by one; none where it puts nothing there. */
export const itemsIn = (text: string): string[] =>
  (puts.exec(text)?.groups?.['what'] ?? '').split(between).filter((item) => /\p{L}/u.test(item))
