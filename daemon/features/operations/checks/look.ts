import type { Config } from '../../../kernel/config.ts'
import { homeKeyOf } from '../../../kernel/encryption/home-key.ts'
import { readIfThere } from '../../../kernel/home.ts'
import type { CheckupRequest, Figures, Finding, SystemSection } from '../../../kernel/offline/checkup.ts'
import type { FoundName } from '../../../language/checkup.ts'

export interface Look extends Omit<CheckupRequest, 'language'> {
  /** The settings of the home; null where they would stop a start. */
  readonly config: Config | null
  /** Why they would; null where they would not. */
  readonly configError: string | null
}

/** What a check has found, before it is put into words. */
export interface CheckFinding {
  readonly level: Finding['level']
  readonly finding: FoundName
  readonly figures?: Figures
  readonly command?: string
  readonly section?: SystemSection
  readonly fixable?: boolean
}

/** A look at one thing, which may find nothing worth a word, or several things. */
export type Check = (look: Look) => readonly CheckFinding[] | Promise<readonly CheckFinding[]>

export const fixCommand = 'companion doctor --fix'
export const startCommand = 'companion daemon start'
export const restartCommand = 'companion daemon restart'

/** Whether a home is encrypted, and this program does not know its key. */
export const isLockedHome = (home: Look['home']): boolean =>
  readIfThere(home.homeKey) !== null && homeKeyOf(home.path) === null

/** What has the start mend something: it begins one, or a new one. */
export const startAnew = ({ running }: Pick<Look, 'running'>): string =>
  running === null ? startCommand : restartCommand

/** Why something failed, in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** A path as a shell takes it. */
export const quoted = (path: string, platform = process.platform): string =>
  platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`

export const dayMs = 86_400_000
/** Whole seconds between two moments, in milliseconds. */
export const secondsBetween = (from: number, to: number): number => Math.floor(Math.abs(to - from) / 1_000)
