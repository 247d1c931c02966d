import { Button, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { isDismissed, type MfaMethod, passkeysHere, stepUpWithPasskey } from '../api/passkeys.ts'
import { stepUp } from '../api/session.ts'
import { FailureAlert, showFailure } from './feedback.tsx'
import { PasswordField } from './password-field.tsx'

/** Whether a call was refused because the last sign-in is too long ago for it. */
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.details['reason'] === 'step_up'

/** The second factors of which one is wanted too, where one is. */
const factorsWanted = (error: unknown): readonly MfaMethod[] => {
  const methods = error instanceof ApiError ? error.details['methods'] : null
  return Array.isArray(methods) ? methods : []
}

/** The result of a call; null where it was refused for another reason than that, which the caller shows in its place. */
export const orRefused = <T,>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (wantsPassword(error)) throw error
    return null
  })

interface Waiting {
  readonly act: () => Promise<unknown>
  readonly methods: readonly MfaMethod[]
}

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
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const run = (act: () => Promise<unknown>) => {
    act().catch((error: unknown) => {
      if (wantsPassword(error)) setWaiting({ act, methods: factorsWanted(error) })
      else if (!isDismissed(error)) showFailure(error)
    })
  }
  const close = () => setWaiting(null)
  const asking = waiting !== null
  const goOn = () => {
    close()
    if (waiting) run(waiting.act)
  }
  const dialog = (
    <Modal opened={asking} onClose={close} title={t('password.confirm_title')}>
      <AskAgain methods={waiting?.methods ?? []} onCancel={close} onSignedIn={goOn} />
    </Modal>
  )
  return { run, dialog, asking }
}

interface Props {
  readonly methods: readonly MfaMethod[]
  readonly onCancel: () => void
  readonly onSignedIn: () => void
}

/** Comes and goes with its dialog, and with it what was typed. A passkey is enough alone, and offered where one may be. */
function AskAgain({ methods, onCancel, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const wantsCode = methods.includes('totp') || methods.includes('backup_code')
  const again = useMutation({
    mutationFn: () => stepUp({ password, ...(wantsCode && { method: methodOf(code, methods), code }) }),
    onSettled: () => {
      setPassword('')
      setCode('')
    },
  })
  const passkey = useMutation({ mutationFn: stepUpWithPasskey })
  const error = again.error ?? (isDismissed(passkey.error) ? null : passkey.error)
  const passkeyOnly = methods.length > 0 && !wantsCode
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // Not where it was cancelled meanwhile.
        again.mutate(undefined, { onSuccess: onSignedIn })
      }}
    >
      <Stack>
        {error && <FailureAlert error={error} />}
        {methods.includes('passkey') && passkeysHere() && (
          <>
            <Button
              variant="light"
              loading={passkey.isPending}
              onClick={() => passkey.mutate(undefined, { onSuccess: onSignedIn })}
            >
              {t('password.confirm_passkey')}
            </Button>
            {!passkeyOnly && <Divider label={t('password.confirm_or')} />}
          </>
        )}
        {!passkeyOnly && (
          <>
            <Text>{t(wantsCode ? 'password.confirm_code_text' : 'password.confirm_text')}</Text>
            <PasswordField
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              data-autofocus
            />
          </>
        )}
        {wantsCode && (
          <TextInput
            label={t('password.confirm_code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            required
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          {!passkeyOnly && (
            <Button type="submit" loading={again.isPending}>
              {t('action.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Which second factor a code is of: those of apps are six digits. */
function methodOf(code: string, methods: readonly MfaMethod[]): MfaMethod {
  const ofApp = /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
  return methods.includes('totp') && (ofApp || !methods.includes('backup_code')) ? 'totp' : 'backup_code'
}
