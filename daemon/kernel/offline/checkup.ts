import type { Home } from '../home.ts'

export type SystemSection = 'backups' | 'configuration' | 'embedding' | 'engine' | 'logs' | 'security'

/** What stands in a finding, by its name, whose end is its unit: `_bytes`, `_seconds`, `_at` (ISO 8601), else a number or a text. */
export type Figures = Readonly<Record<string, string | number>>

/** What a check has found of one thing. */
export interface Finding {
  /** The check, such as `disk`. */
  readonly check: string
  /** What the check looks at, in words. */
  readonly title: string
  /** `problem`: something does not work, or is about to be lost; `warning`: something may become one. */
  readonly level: 'ok' | 'warning' | 'problem'
  /** What was found, such as `disk_full`. */
  readonly finding: string
  /** The same in a sentence or two, with its figures. */
  readonly text: string
  readonly figures: Figures
  /** What mends it, as it is typed at a shell; null where nothing has to be, or no command can. */
  readonly command: string | null
  /** Where it is mended in the web UI; null for nowhere. */
  readonly section: SystemSection | null
  /** Whether `companion doctor --fix` mends it. */
  readonly fixable: boolean
}

/** What only a daemon that runs knows. */
export interface RunningState {
  /** ISO 8601. */
  readonly started_at: string
  readonly servers: readonly {
    readonly circuit: string
    readonly last_failure: string | null
    readonly answered: boolean
  }[]
  /** The certificate that the server shows, PEM; null without TLS. */
  readonly certificate: string | null
  /** The first page of the database that is damaged in either copy; null for none. */
  readonly damaged_page: number | null
  readonly repaired: boolean
}

/** What is to be looked at. */
export interface CheckupRequest {
  readonly home: Home
  /** The variables that override settings. */
  readonly environment: Readonly<Record<string, string>>
  /** Of the texts, by its code of ISO 639. */
  readonly language: string
  /** The path of the manifest of models; null for the one that comes with Companion. */
  readonly manifest: string | null
  /** What time it is, in milliseconds since the epoch. */
  readonly now: number
  /** Null where no daemon runs. */
  readonly running: RunningState | null
}

export type CheckupThreadRequest =
  | { readonly look: CheckupRequest }
  | { readonly full: Pick<Home, 'database'> }
  | { readonly fix: { readonly home: Home; readonly running: boolean } }

/** Something that was mended. */
export interface Fixed {
  /** What was done, such as `rights`. */
  readonly fixed: string
  /** The same in a sentence. */
  readonly text: string
}

/** The variables of an environment that are settings. */
export const settingsIn = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith('COMPANION_') && value !== undefined ? [[name, value] as const] : [],
    ),
  )

/** How many findings are how bad. */
export function countsOf(findings: readonly Pick<Finding, 'level'>[]) {
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  return { problems: count('problem'), warnings: count('warning') }
}
