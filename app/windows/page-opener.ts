import { readSetupCode } from '../../daemon/client/local/setup-code.ts'
import type { Home } from '../../daemon/client/local/daemon.ts'
import type { LinkTarget } from '../links.ts'
import type { Windows } from './windows.ts'

interface PageOpenerDependencies {
  readonly home: Home
  readonly windows: Windows
  /** Whether there is a daemon whose pages can be shown. */
  readonly runs: () => boolean
}

/** Opens a requested page: at once, or when the daemon runs. In an empty home that is the welcome page. */
export class PageOpener {
  readonly #dependencies: PageOpenerDependencies
  #wanted: LinkTarget | null = null

  constructor(dependencies: PageOpenerDependencies) {
    this.#dependencies = dependencies
  }

  want(wanted: LinkTarget): void {
    if (this.#dependencies.runs()) this.#show(wanted)
    else this.#wanted = wanted
  }

  /** A daemon runs: its first member begins in a window, however the app was started. */
  arrived(): void {
    const { home, windows } = this.#dependencies
    windows.arrived()
    const wanted = this.#wanted ?? (readSetupCode(home) === null ? null : { show: 'front' })
    this.#wanted = null
    if (wanted) this.#show(wanted)
  }

  #show(wanted: LinkTarget): void {
    const { home, windows } = this.#dependencies
    const code = readSetupCode(home)
    if (code !== null) windows.show('main', pathOf('/welcome', { code }))
    else if (wanted.show === 'front') windows.front()
    else if (wanted.show === 'page') windows.show('main', wanted.path)
    else if (wanted.show === 'ask') windows.show('ask', pathOf('/ask', { text: wanted.text }))
    else windows.show('answer', pathOf('/answer', { interaction: wanted.interaction_id }), wanted.focus)
  }
}

/** The path of a page with its parameters; empty ones are left out. */
function pathOf(page: string, told: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(told).filter(([, value]) => value !== ''))
  return query.size === 0 ? page : `${page}?${query.toString()}`
}
