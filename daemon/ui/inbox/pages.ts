/** How many entries a page of the list has. */
export const pageSize = 20

/** How many pages so many entries take, at least 1. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The page to show: the last one there is, where the wanted one has become empty. */
export const pageWithin = (wanted: number, total: number): number => Math.min(wanted, pageCount(total))
