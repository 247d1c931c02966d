/** Makes a value when it is first needed, and keeps it; one whose making throws is made anew the next time. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
