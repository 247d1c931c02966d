import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absolute } from '../parts/moment.tsx'
import { fromField } from './local-time.ts'
import { snoozeProblem } from './snoozes.ts'

interface Props {
  readonly opened: boolean
  /** ISO 8601; null where it never does. */
  readonly expires_at: string | null
  readonly onClose: () => void
  readonly onChoose: (at: Date) => void
}

/** Asks for the time to which something is put off. */
export function SnoozeDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation(['inbox', 'common'])
  return (
    <Modal opened={opened} onClose={onClose} title={t('snooze.title')} size="sm">
      <SnoozeForm onClose={onClose} {...props} />
    </Modal>
  )
}

function SnoozeForm({ expires_at, onClose, onChoose }: Omit<Props, 'opened'>) {
  const { t, i18n } = useTranslation(['inbox', 'common'])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof snoozeProblem>>(null)
  const moment = expires_at === null ? '' : absolute(expires_at, i18n.language)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = fromField(text)
        const found = snoozeProblem(chosen, new Date(), expires_at)
        setProblem(found)
        if (found === null && chosen !== null) onChoose(chosen)
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={t('snooze.at')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
          error={problem && t(`snooze.${problem}`, { moment })}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit">{t('snooze.label')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
