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
  /** The socket or pipe for the programs of its machine; null where there is none. */
  readonly socket: string | null
  /** By which it proves itself wherever else it is reached; null for one that cannot. */
  readonly proof_key: string | null
}

/** What earlier versions have not written. */
const unwritten = { socket: null, proof_key: null }

/** The address of the web UI: by the name of the machine where it is on its loopback, since browsers have no passkeys at an address. */
export function pageOf({ base_url, mode }: Pick<DaemonFile, 'base_url' | 'mode'>): string {
  const page = new URL('/', base_url)
  if (mode === 'coupled') page.hostname = 'localhost'
  return page.href
}

/** Tells where the daemon is; written only once every listener is ready. */
export function writeDaemonFile(home: Home, content: DaemonFile): void {
  writeSecret(home.daemon, `${JSON.stringify(content, null, 2)}\n`)
}

/** The file of the running daemon, or null where none says that it runs. */
export function readDaemonFile(home: Home): DaemonFile | null {
  const text = readIfThere(home.daemon)
  return text === null ? null : { ...unwritten, ...(JSON.parse(text) as DaemonFile) }
}

export function removeDaemonFile(home: Home): void {
  removeFile(home.daemon)
}
