import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../../kernel/thread.ts'
import { openForReading } from '../../store/store.ts'
import { openCandidates, type Question } from './candidates.ts'
import { openIntegrity } from './integrity.ts'
import type { VectorTable } from './store.ts'

// The thread of the searches: a connection of its own, which sees what was committed and can change nothing.
const { file } = workerData as { file: string }
const client = openForReading(file)
const search = openCandidates(client)
const check = openIntegrity(client)

/** A search, or a look at whether the places of all memories agree. */
export type ThreadQuestion = { readonly search: Question } | { readonly check: readonly VectorTable[] }

answerQuestions((question: ThreadQuestion) =>
  'search' in question ? search(question.search) : check(question.check),
)
