import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf, seenBy } from '../../client/interaction.ts'
import { useRestriction } from '../api/session.ts'
import { beginningOf } from '../parts/beginning.ts'
import { controlOf } from './answers.ts'
import { ChoiceControl } from './choice-control.tsx'
import { FieldControl } from './field-control.tsx'
import { SignInControl } from './sign-in-control.tsx'
import { useTransition } from './use-transition.ts'

/** What an interaction is answered with. */
export function AnswerControl({ interaction }: { readonly interaction: Interaction }) {
  const control = controlOf(interaction)
  const restriction = useRestriction()
  const { t } = useTranslation()
  if (restriction === 'read_only' || (restriction === 'pin' && interaction.severity === 'high'))
    return <Text size="sm">{t(`failure.${restriction}`)}</Text>
  if (control === 'sign_in') return <SignInControl interaction={interaction} />
  if (control === 'approval') return <ApprovalControl interaction={interaction} />
  if (control === 'ack') return <AckControl interaction={interaction} />
  if (control === 'choice' || control === 'boolean')
    return <ChoiceControl interaction={interaction} control={control} />
  return <FieldControl interaction={interaction} control={control} />
}

/** Says that a notice was seen: it is put aside, and one that cannot be is ended. */
function AckControl({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const { interaction_id, status } = interaction
  const seen = useTransition(seenBy(interaction), status)
  return (
    <Button
      variant="light"
      w="fit-content"
      h={40}
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={seen.busy}
      aria-label={`${t('answer.ack')}: ${beginningOf(nameOf(interaction))}`}
      onClick={() => void seen.run({ interaction_id }, t('done.ack'))}
    >
      {t('answer.ack')}
    </Button>
  )
}

function ApprovalControl({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const { interaction_id, status } = interaction
  const about = beginningOf(nameOf(interaction))
  const approve = useTransition('interactions.approve', status)
  const reject = useTransition('interactions.reject', status)
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconCheck size={18} aria-hidden />}
        loading={approve.busy}
        disabled={reject.busy}
        h={40}
        aria-label={`${t('answer.approve')}: ${about}`}
        onClick={() => void approve.run({ interaction_id }, t('done.approve'))}
      >
        {t('answer.approve')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={18} aria-hidden />}
        loading={reject.busy}
        disabled={approve.busy}
        h={40}
        aria-label={`${t('answer.reject')}: ${about}`}
        onClick={() => void reject.run({ interaction_id }, t('done.reject'))}
      >
        {t('answer.reject')}
      </Button>
    </Group>
  )
}
