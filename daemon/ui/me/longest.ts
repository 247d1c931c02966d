/** The longest page of a list: as much as one page of the UI shows. */
export const longest = { limit: 200 } as const
