import type { Wording } from '../language.ts'
import { confirmation } from './questions.ts'
import { reply } from './replies.ts'

/** What the daemon itself says in English. What is meant is found by what the embedded model knows of it. */
export const wording: Wording = { reply, confirmation, finding: null }
