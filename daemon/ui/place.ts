/** What of a page is shown, as its address says after the `?`. */
export interface Place {
  readonly section?: string
  readonly message?: string
  readonly memory?: string
  readonly text?: string
  readonly interaction?: string
  readonly authorization?: string
  readonly problem?: string
}

const names = ['section', 'message', 'memory', 'text', 'interaction', 'authorization', 'problem'] as const

/** What is known of an address, and nothing else of it. */
export const placeOf = (search: Readonly<Record<string, unknown>>): Place =>
  Object.fromEntries(
    names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )

/** Reads what stands after the path of an address. Everything is text: `?text=42` says the text 42, no number. */
export const parsePlace = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** Writes that, with its `?`; an empty text for nothing. What no page knows of stays. */
export function placeText(parameters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(parameters).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  )
  const search = new URLSearchParams(texts).toString()
  return search === '' ? '' : `?${search}`
}
