import type { Electron } from '../electron.ts'
import type { Failure } from '../supervisor/state.ts'
import type { Texts } from '../texts/en.ts'

interface FailureDialogDependencies {
  readonly dialog: Electron['dialog']
  readonly texts: Texts
  readonly tryAgain: () => void
  readonly showLogs: () => void
  readonly quit: () => void
}

/** How many lines of what the daemon said last are shown. */
const lines = 12

/** Explains why no daemon runs, and offers what can be done about it. */
export class FailureDialog {
  readonly #dependencies: FailureDialogDependencies
  #asking = false

  constructor(dependencies: FailureDialogDependencies) {
    this.#dependencies = dependencies
  }

  /** Shows one dialog at a time, however often it is requested. */
  async ask({ reason, tail }: Failure): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    const { dialog, quit, showLogs, texts, tryAgain } = this.#dependencies
    const { trouble } = texts
    const remedies = [tryAgain, showLogs, quit]
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Companion',
      message: trouble.title,
      detail: [trouble[reason], ...tail.slice(-lines)].join('\n'),
      buttons: [trouble.again, texts.logs, texts.quit],
      defaultId: 0,
      cancelId: remedies.length,
      noLink: true,
    })
    this.#asking = false
    remedies[response]?.()
  }
}
