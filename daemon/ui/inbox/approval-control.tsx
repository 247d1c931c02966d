import { Button, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Interaction } from '../../client/interaction.ts'
import { useTransition } from './use-transition.ts'

/** Approves or rejects. */
export function ApprovalControl({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const approve = useTransition('interactions.approve')
  const reject = useTransition('interactions.reject')
  const { interaction_id } = interaction
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconCheck size={18} aria-hidden />}
        loading={approve.busy}
        disabled={reject.busy}
        h={40}
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
        onClick={() => void reject.run({ interaction_id }, t('done.reject'))}
      >
        {t('answer.reject')}
      </Button>
    </Group>
  )
}
