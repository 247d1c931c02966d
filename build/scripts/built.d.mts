/** The project's folder. */
export const root: string
/** Where the programs of a checkout lie, a folder for each state of their sources. */
export const programs: string
export function programsFolder(): string
/** Builds the pages where they are not. */
export function buildPages(): void
/** Builds the programs where they are not, and returns their folder. */
export function buildPrograms(): string
/** What is noted beside the pages once they are built, and where. */
export function pagesStamp(): { file: string; text: string }
/** A fingerprint of every file below these paths, from the project's folder, and of the packages. */
export function fingerprint(paths: readonly string[]): string
