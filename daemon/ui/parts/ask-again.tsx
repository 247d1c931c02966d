import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { methodOfCode } from '../../client/second-factor.ts'
import { isDismissed, type MfaMethod, passkeysHere, stepUpWithPasskey } from '../api/passkeys.ts'
import { stepUp } from '../api/session.ts'
import { FailureAlert } from './feedback.tsx'
import { PasswordField } from './password-field.tsx'

interface Props {
  readonly methods: readonly MfaMethod[]
  readonly onCancel: () => void
  readonly onSignedIn: () => void
}

/** Comes and goes with its dialog, and with it what was typed. A passkey is enough alone, and offered where one may be. */
export function AskAgain({ methods, onCancel, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const wantsCode = methods.includes('totp') || methods.includes('backup_code')
  const again = useMutation({
    mutationFn: () => stepUp({ password, ...(wantsCode && { method: methodOfCode(code, methods), code }) }),
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
              autoFocus
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
