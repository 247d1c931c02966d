import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { stepUp } from '../api/session.ts'
import { FailureAlert, showFailure } from './failure.tsx'
import { PasswordField } from './password-field.tsx'

/** Whether a call was refused because the last sign-in is too long ago for it. */
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.details['reason'] === 'step_up'

/**
 * Does what may want a recent sign-in: `run` does it, and asks for the password first where that turns out to be needed;
 * `dialog` is to be shown.
 */
export function useStepUp(): { run: (act: () => Promise<unknown>) => void; dialog: React.ReactNode } {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const run = (act: () => Promise<unknown>) => {
    act().catch((error: unknown) => (wantsPassword(error) ? setWaiting(() => act) : showFailure(error)))
  }
  const dialog = (
    <AskPassword
      opened={waiting !== null}
      onClose={() => setWaiting(null)}
      onSignedIn={() => {
        setWaiting(null)
        if (waiting) run(waiting)
      }}
    />
  )
  return { run, dialog }
}

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSignedIn: () => void
}

function AskPassword({ opened, onClose, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const again = useMutation({
    mutationFn: () => stepUp(password),
    onSuccess: onSignedIn,
    onSettled: () => setPassword(''),
  })
  return (
    <Modal opened={opened} onClose={onClose} title={t('password.confirm_title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          again.mutate()
        }}
      >
        <Stack>
          <Text>{t('password.confirm_text')}</Text>
          {again.error && <FailureAlert error={again.error} />}
          <PasswordField
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('act.cancel')}
            </Button>
            <Button type="submit" loading={again.isPending}>
              {t('act.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
