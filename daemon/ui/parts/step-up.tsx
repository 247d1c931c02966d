import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { stepUp } from '../api/session.ts'
import { FailureAlert, showFailure } from './feedback.tsx'
import { PasswordField } from './password-field.tsx'

/** Whether a call was refused because the last sign-in is too long ago for it. */
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.details['reason'] === 'step_up'

/** The result of a call; null where it was refused for another reason than that, which the caller shows in its place. */
export const orRefused = <T,>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (wantsPassword(error)) throw error
    return null
  })

interface StepUp {
  readonly run: (act: () => Promise<unknown>) => void
  readonly dialog: React.ReactNode
  readonly asking: boolean
}

/**
 * Does what may want a recent sign-in: `run` does it, and asks for the password first where that turns out to be needed;
 * `dialog` is to be shown, and `asking` says whether it is open.
 */
export function useStepUp(): StepUp {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const run = (act: () => Promise<unknown>) => {
    act().catch((error: unknown) => (wantsPassword(error) ? setWaiting(() => act) : showFailure(error)))
  }
  const close = () => setWaiting(null)
  const asking = waiting !== null
  const goOn = () => {
    close()
    if (waiting) run(waiting)
  }
  const dialog = (
    <Modal opened={asking} onClose={close} title={t('password.confirm_title')}>
      <AskPassword onCancel={close} onSignedIn={goOn} />
    </Modal>
  )
  return { run, dialog, asking }
}

interface Props {
  readonly onCancel: () => void
  readonly onSignedIn: () => void
}

/** Comes and goes with its dialog, and with it the password. */
function AskPassword({ onCancel, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const again = useMutation({
    mutationFn: () => stepUp(password),
    onSettled: () => setPassword(''),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // Not where it was cancelled meanwhile.
        again.mutate(undefined, { onSuccess: onSignedIn })
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
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={again.isPending}>
            {t('action.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
