/** Whom a question asks for: somebody by a name or by what they are to the member, the member, or everybody who lives here. */
export type WhoAsked =
  | { readonly kind: 'name'; readonly name: string }
  /** `is` says whether a registered relationship is the one that is asked for. */
  | { readonly kind: 'relation'; readonly is: (relationship: string) => boolean }
  | { readonly kind: 'self' }
  | { readonly kind: 'household' }

/** How a language asks who somebody is; each finds a whole question. */
interface WhoPatterns {
  readonly household: RegExp
  readonly self: RegExp
  /** With the name, or what somebody is to the member, as `who`. */
  readonly somebody: readonly RegExp[]
  /** Of what is found as `who`, what somebody is to the member, as `relation`. */
  readonly mine: RegExp
  /** A relation by the one word for it. */
  readonly relationOf: (text: string) => string
}

/** Reads whom a question asks for, by the patterns of a language; null for any other question. */
export const whoReader =
  ({ household, self, somebody, mine, relationOf }: WhoPatterns) =>
  (question: string): WhoAsked | null => {
    const plain = question.trim()
    if (household.test(plain)) return { kind: 'household' }
    if (self.test(plain)) return { kind: 'self' }
    for (const pattern of somebody) {
      const name = pattern.exec(plain)?.groups?.['who']
      if (name === undefined) continue
      const relation = mine.exec(name)?.groups?.['relation']
      if (relation === undefined) return { kind: 'name', name }
      return { kind: 'relation', is: (one) => relationOf(one) === relationOf(relation) }
    }
    return null
  }
