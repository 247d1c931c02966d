import { readIfThere, removeFile, writeSecret, type Home } from './home.ts'

/** What a running daemon says of itself to the programs of its machine. */
export interface DaemonFile {
  readonly pid: number
  readonly version: string
  readonly mode: 'coupled' | 'detached'
  readonly base_url: string
  readonly ws_url: string
  readonly grpc_address: string
  readonly started_at: string
}

/** Tells where the daemon is; written only once every listener is ready. */
export function writeDaemonFile(home: Home, content: DaemonFile): void {
  writeSecret(home.daemon, `${JSON.stringify(content, null, 2)}\n`)
}

/** The file of the running daemon, or null where none says that it runs. */
export function readDaemonFile(home: Home): DaemonFile | null {
  const text = readIfThere(home.daemon)
  return text === null ? null : (JSON.parse(text) as DaemonFile)
}

export function removeDaemonFile(home: Home): void {
  removeFile(home.daemon)
}
