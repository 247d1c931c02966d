declare module 'pino-roll' {
  import type { pino } from 'pino'

  interface RollingFileOptions {
    /** The path of the files, without their number and extension. */
    readonly file: string
    readonly extension: string
    /** When the next file follows: a number with `k`, `m` or `g`. */
    readonly size: string
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: boolean }
    readonly mkdir: boolean
    readonly mode: number
    /** How many characters are gathered before they are written. */
    readonly minLength: number
  }

  /** Opens numbered files that follow one another by size. */
  export default function openRollingFile(
    options: RollingFileOptions,
  ): Promise<ReturnType<typeof pino.destination>>
}
