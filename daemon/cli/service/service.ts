import type { ProgramCommand } from '../../client/local/daemon-program.ts'

export interface ServiceState {
  readonly installed: boolean
  /** Whether it starts by itself: with the machine, or when its user signs in. */
  readonly enabled: boolean
  /** Null where the platform does not say. */
  readonly running: boolean | null
  /** Of the daemon; null where it does not run, or the platform does not say. */
  readonly pid: number | null
  /** ISO 8601; null where it does not run, or the platform does not say. */
  readonly since: string | null
}

/** What starts programs by themselves on this platform. */
export interface ServiceManager {
  /** What the service is, for people: `systemd user unit`. */
  readonly kind: string
  readonly file: string
  /** The home that an installed service runs on; null where none is installed. */
  readonly home: () => string | null
  /** Throws a `CliError` where the manager cannot be had. */
  readonly assertUsable: () => void
  readonly state: () => ServiceState
  /** Writes the description and has it start by itself from now on. */
  readonly install: () => void
  readonly uninstall: () => void
  readonly start: () => void
  readonly stop: () => void
  /** What its user may want to know after the installation; null where there is nothing. */
  readonly advice: string | null
}

export interface ServiceOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly command: ProgramCommand
  /** Of the whole machine, in place of the user. */
  readonly system: boolean
}
