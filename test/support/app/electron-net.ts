// What electron-updater asks of Electron, in plain Node.
import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import type { App, ClientRequest, ClientRequestConstructorOptions, Net, Session } from 'electron'

/** The app that is to be updated. It never quits, and starts nothing. */
class StandInApp
  extends EventEmitter
  implements Pick<App, 'getVersion' | 'getName' | 'getAppPath' | 'getPath' | 'isPackaged' | 'whenReady'>
{
  readonly isPackaged = true
  /** Where everything lies that it has. */
  folder = ''
  getVersion = () => '0.1.0'
  getName = () => 'Companion'
  getAppPath = () => this.folder
  getPath = (_name: Parameters<App['getPath']>[0]) => this.folder
  whenReady = () => Promise.resolve()
}

/** A request over Node's own HTTP, which answers with the same streams. */
class StandInRequest extends EventEmitter implements Pick<ClientRequest, 'abort'> {
  readonly #request

  constructor({ hostname, port, path, headers }: ClientRequestConstructorOptions) {
    super()
    this.#request = request({ hostname, port, path, headers, agent: false })
    for (const event of ['response', 'error'] as const)
      this.#request.on(event, (told: unknown) => this.emit(event, told))
  }

  end(): void {
    this.#request.end()
  }

  abort(): void {
    this.#request.destroy()
  }
}

export const app = new StandInApp()
export const net: Record<
  keyof Pick<Net, 'request'>,
  (options: ClientRequestConstructorOptions) => StandInRequest
> = { request: (options) => new StandInRequest(options) }
export const session = { fromPartition: (_partition: string): Partial<Session> => ({}) }
