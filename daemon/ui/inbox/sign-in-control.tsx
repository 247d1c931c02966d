import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { useAction } from '../api/operations.ts'
import { beginningOf } from '../parts/beginning.ts'
import { failureText } from '../parts/failure-text.ts'
import { showDone } from '../parts/feedback.tsx'
import { useTransition } from './use-transition.ts'

/** Approves a sign-in elsewhere by the number that it shows, or rejects it. */
export function SignInControl({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const { interaction_id, status } = interaction
  const about = beginningOf(nameOf(interaction))
  const [number, setNumber] = useState('')
  const approve = useAction('mfa.approve_sign_in', ['interactions.list', 'interactions.get'])
  const reject = useTransition('interactions.reject', status)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        approve.mutate(
          { interaction_id, number: Number(number) },
          {
            onSuccess: () => showDone(t('done.approve')),
            onError: () => setNumber(''),
          },
        )
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('answer.sign_in_number')}
          inputMode="numeric"
          pattern="[0-9]{2}"
          autoComplete="off"
          maxLength={2}
          styles={{ wrapper: { maxWidth: '7rem' } }}
          error={approve.error ? failureText(approve.error) : null}
          required
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button
            type="submit"
            leftSection={<IconCheck size={18} aria-hidden />}
            loading={approve.isPending}
            disabled={reject.busy}
            h={40}
            aria-label={`${t('answer.approve')}: ${about}`}
          >
            {t('answer.approve')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            loading={reject.busy}
            disabled={approve.isPending}
            h={40}
            aria-label={`${t('answer.reject')}: ${about}`}
            onClick={() => void reject.run({ interaction_id }, t('done.reject'))}
          >
            {t('answer.reject')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
