/** The project's folder. */
export const root: string
/** Where the programs of a checkout lie, a folder for each state of their sources. */
export const programs: string
export function programsFolder(): string
export function pagesAreBuilt(): boolean
export function notePages(): void
