/** The longest page of a list: as much as one page of the UI shows. */
export const maxPage = { limit: 200 } as const

/** How many pages of a size so many entries take, at least 1. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** The page to show, the first of which is 1: the last one there is, where the wanted one has become empty. */
export const pageWithin = (wanted: number, total: number, size: number): number =>
  Math.min(wanted, pageCount(total, size))
