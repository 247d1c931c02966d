import { visit } from 'jsonc-parser'
import { invalidRequest } from './errors.ts'

const maximumDepth = 32
/** So many values in all for each key that may be: what does not fit a schema costs by the value. */
const valuesPerKey = 4
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses JSON that came from outside. Refuses invalid UTF-8, more than 32 levels, more than `maximumKeys` keys in all,
 * a key given twice in one object, `__proto__` and half of a surrogate pair (which UTF-8 cannot keep): each as an
 * `INVALID_REQUEST` that says which.
 */
export function parseJson(bytes: Uint8Array, maximumKeys = 2_000): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidRequest('', 'is not valid UTF-8')
  }
  inspect(text, maximumKeys)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('', 'is not valid JSON')
  }
}

/** Walks the text once without building anything, so that a hostile body fails before it costs anything. */
function inspect(text: string, maximumKeys: number): void {
  const objects: Set<string>[] = []
  let depth = 0
  let keys = 0
  let values = 0
  const enter = () => {
    depth += 1
    if (depth > maximumDepth) throw invalidRequest('', `is nested deeper than ${maximumDepth} levels`)
  }
  visit(text, {
    onObjectBegin: () => {
      enter()
      objects.push(new Set())
    },
    onObjectEnd: () => {
      depth -= 1
      objects.pop()
    },
    onArrayBegin: enter,
    onArrayEnd: () => {
      depth -= 1
    },
    onSeparator: (character) => {
      if (character !== ',') return
      values += 1
      if (values > valuesPerKey * maximumKeys) throw invalidRequest('', 'has too many values')
    },
    onLiteralValue: (value) => {
      if (typeof value === 'string') assertWellFormed(value)
    },
    onObjectProperty: (name) => {
      assertWellFormed(name)
      keys += 1
      if (keys > maximumKeys) throw invalidRequest('', `has more than ${maximumKeys} keys`)
      if (name === '__proto__') throw invalidRequest(name, 'is not an allowed key')
      const seen = objects.at(-1)
      if (seen?.has(name)) throw invalidRequest(name, 'is given twice')
      seen?.add(name)
    },
  })
}

function assertWellFormed(text: string): void {
  if (!text.isWellFormed()) throw invalidRequest('', 'holds half of a surrogate pair')
}
