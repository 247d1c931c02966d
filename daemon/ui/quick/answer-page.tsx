import { useSearch } from '@tanstack/react-router'
import { Answering } from './answering.tsx'

/** The interaction that the address names (`#/answer?interaction=…`), alone. */
export function AnswerPage() {
  const { interaction = '' } = useSearch({ strict: false }) as { readonly interaction?: string }
  return <Answering key={interaction} interaction_id={interaction} />
}
