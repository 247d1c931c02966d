/** How a file can be compressed, the smallest first, and what is behind the name of such a copy. */
export const compressions = { br: '.br', gzip: '.gz' } as const
type Compression = keyof typeof compressions

/** A file that may be served. */
export interface ServedFile {
  /** Where it lies. */
  readonly path: string
  /** How the copies are compressed that lie beside it. */
  readonly copies: readonly Compression[]
}
