import i18next from 'i18next'

interface AnyTexts {
  exists(key: string, values: object): boolean
  t(key: string, values: object): string
}

/** A text by a key that is known at run time alone; null where there is no such text. */
export function textAt(key: string, values: object = {}): string | null {
  // The keys that are known at compile time are no help here.
  const texts = i18next as unknown as AnyTexts
  return texts.exists(key, values) ? texts.t(key, values) : null
}
