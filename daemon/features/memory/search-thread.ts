import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../../kernel/thread.ts'
import { openForReading } from '../../store/store.ts'
import { openCandidates, type Question } from './candidates.ts'
import { openIntegrity } from './integrity.ts'
import type { VectorTable } from './vector.ts'

// The thread of the searches: a connection of its own, which sees what was committed and can change nothing.
const { file } = workerData as { file: string }
const client = openForReading(file)
const { search, changed, clear } = openCandidates(client)
const check = openIntegrity(client)

/** A search, or a look at whether the places of all memories agree. */
export type ThreadQuestion = { readonly search: Question } | { readonly check: readonly VectorTable[] }
/** That a memory was written, or that a table holds other vectors than before. */
export type ThreadNews = { readonly changed: number } | { readonly changed: 'all' }

answerQuestions((message: ThreadQuestion | ThreadNews) => {
  if ('search' in message) return search(message.search)
  if ('check' in message) return check(message.check)
  return message.changed === 'all' ? clear() : changed(message.changed)
})
