import type { UsedMemory } from '../../store/companion-schema.ts'
import type { Recalled } from './exchange/engine.ts'
import { lowerFirst, toSecondPerson } from './person.ts'

/** One thing that a reply says. */
export interface Part {
  readonly text: string
  readonly confidence: number
  readonly used?: readonly UsedMemory[]
  readonly asked?: string | null
}

/** A memory that a reply stands on. */
export const used = ({ memory_uuid, content, why }: Recalled): UsedMemory => ({ memory_uuid, content, why })

/** A memory as it is told to whom it is of, in the middle of a sentence. */
export const spokenMemory = ({ content }: Recalled) =>
  lowerFirst(toSecondPerson(content)).replace(/[.!\s]+$/, '')
