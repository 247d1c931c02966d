import { AckControl } from './ack-control.tsx'
import { controlOf } from './answers.ts'
import { ApprovalControl } from './approval-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { FieldControl } from './field-control.tsx'
import type { Interaction } from '../../client/interaction.ts'

/** What an interaction is answered with. */
export function AnswerControl({ interaction }: { readonly interaction: Interaction }) {
  const control = controlOf(interaction)
  if (control === 'approval') return <ApprovalControl interaction={interaction} />
  if (control === 'ack') return <AckControl interaction={interaction} />
  if (control === 'choice' || control === 'boolean')
    return <ChoiceControl interaction={interaction} control={control} />
  return <FieldControl interaction={interaction} control={control} />
}
