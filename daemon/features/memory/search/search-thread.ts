import { workerData } from 'node:worker_threads'
import { serveRequests } from '../../../kernel/thread.ts'
import { openForReading } from '../../../store/store.ts'
import { type CheckupQuery, openCheckup } from '../checkup.ts'
import { openFinding, type SearchQuery } from './finding.ts'
import { openIntegrity } from '../integrity.ts'
import type { VectorTable } from '../vector.ts'

// The thread of the searches: a connection of its own, which sees what was committed and can change nothing.
const { file } = workerData as { file: string }
const client = openForReading(file)
const { search, warm, changed, clear } = openFinding(client)
const check = openIntegrity(client)
const checkup = openCheckup(client)

/** A search, a look at whether the places of all memories agree, or at what a member's are worth; or to get ready. */
export type ThreadRequest =
  | { readonly search: SearchQuery }
  | { readonly check: readonly VectorTable[] }
  | { readonly checkup: CheckupQuery }
  | { readonly warm: VectorTable }
/** That a memory of an owner was written, or that a table holds other vectors than before. */
export type ThreadNotification =
  | { readonly changed: number; readonly owner: string }
  | { readonly changed: 'all' }

serveRequests((message: ThreadRequest | ThreadNotification) => {
  if ('search' in message) return search(message.search)
  if ('warm' in message) return warm(message.warm)
  if ('check' in message) return check(message.check)
  if ('checkup' in message) return checkup(message.checkup)
  return message.changed === 'all' ? clear() : changed(message.owner, message.changed)
})
