/** Whom a question asks for: somebody by a name or by what they are to the member, the member, or everybody who lives here. */
export type WhoAsked =
  | { readonly kind: 'name'; readonly name: string }
  /** `is` says whether a registered relationship is the one that is asked for. */
  | { readonly kind: 'relation'; readonly is: (relationship: string) => boolean }
  | { readonly kind: 'self' }
  | { readonly kind: 'household' }
