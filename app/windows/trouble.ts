import type { Electron } from '../electron.ts'
import type { Failure } from '../supervisor/state.ts'
import type { Texts } from '../texts/en.ts'

/** What somebody wants done about a daemon that does not run. */
export type Remedy = 'again' | 'logs' | 'quit' | 'nothing'

/** How many lines of what the daemon said last are shown. */
const lines = 12

/** Says why no daemon runs, and asks what to do. */
export async function askRemedy(
  dialog: Electron['dialog'],
  { reason, tail }: Failure,
  { trouble, logs, quit }: Texts,
): Promise<Remedy> {
  const remedies: Remedy[] = ['again', 'logs', 'quit']
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Companion',
    message: trouble.title,
    detail: [trouble[reason], ...tail.slice(-lines)].join('\n'),
    buttons: [trouble.again, logs, quit],
    defaultId: 0,
    cancelId: remedies.length,
    noLink: true,
  })
  return remedies[response] ?? 'nothing'
}
