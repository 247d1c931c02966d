import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Interaction, seenBy } from '../../client/interaction.ts'
import { useTransition } from './use-transition.ts'

/** Says that a notice was seen: it is put aside, and one that cannot be is ended. */
export function AckControl({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const { interaction_id } = interaction
  const seen = useTransition(seenBy(interaction))
  return (
    <Button
      variant="light"
      w="fit-content"
      h={40}
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={seen.busy}
      onClick={() => void seen.run({ interaction_id }, t('done.ack'))}
    >
      {t('answer.ack')}
    </Button>
  )
}
