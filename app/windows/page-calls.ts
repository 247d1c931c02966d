import type { IpcMainInvokeEvent } from 'electron'
import { Compile } from 'typebox/compile'
import { type AppCall, appChannel, type AppInput, type AppOutput } from '../../daemon/client/app-bridge.ts'
import { appCalls } from '../../daemon/client/app-calls.ts'
import type { Electron } from '../electron.ts'

/** How each call of a page is answered; `window` is the one whose page has called, by the id of its contents. */
export type PageAnswers = {
  readonly [N in AppCall]: (input: AppInput<N>, window: number) => Promise<AppOutput<N>>
}

/** A page has made a call that it may not make, or made it wrongly. It learns no more than that. */
class PageCallRefused extends Error {}

interface PageCallsDependencies {
  readonly ipcMain: Electron['ipcMain']
  /** The origin of the daemon, whose pages alone may call; null while none runs. */
  readonly origin: () => string | null
  readonly answers: PageAnswers
}

/** Answers what pages ask of the app: only where it is a page of the daemon that calls, and only as it is declared. */
export function answerPages({ ipcMain, origin, answers }: PageCallsDependencies): void {
  const calls = new Map(
    Object.entries(appCalls).map(([name, { input }]) => {
      const answer = answers[name as AppCall] as (input: unknown, window: number) => Promise<unknown>
      return [name, { answer, input: Compile(input) }] as const
    }),
  )
  ipcMain.handle(appChannel, async (event, name: unknown, given: unknown) => {
    if (!isOwnPage(event, origin())) throw new PageCallRefused('not of this page')
    const call = calls.get(String(name))
    if (!call?.input.Check(given)) throw new PageCallRefused('the app is not asked like that')
    return call.answer(given, event.sender.id)
  })
}

/** Whether the page of a window itself has called, and no frame in it, nor a page from elsewhere. */
function isOwnPage({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>, origin: string | null): boolean {
  return (
    senderFrame !== null && senderFrame.parent === null && origin !== null && senderFrame.origin === origin
  )
}
