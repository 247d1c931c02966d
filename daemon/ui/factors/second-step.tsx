import { Anchor, Button, Center, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import type { InputOf } from '../../client/types.ts'
import { askedBy, type Half, halfOf, isDismissed, type MfaMethod, signWithPasskey } from '../api/passkeys.ts'
import { anonymous, signIn } from '../api/session.ts'
import { BigCode } from '../parts/code.tsx'
import { FailureAlert } from '../parts/feedback.tsx'
import { OpenByName } from './open-by-name.tsx'

type FactorInput = Omit<InputOf<'auth.login'>, 'username' | 'password'>

interface Props {
  readonly half: Half
  readonly stay: boolean
  /** The sign-in is over, or is to begin anew; with why where that was not chosen. */
  readonly onOver: (error: unknown) => void
}

const isOver = (error: unknown) =>
  error instanceof ApiError && ['sign_in_over', 'sign_in_rejected'].includes(String(error.details['reason']))

/** The second step of a sign-in: one of the ways that the member has, and how to choose another. */
export function SecondStep({ half, stay, onOver }: Props) {
  const { t } = useTranslation('factors')
  const [first = null] = half.methods
  const [method, setMethod] = useState<MfaMethod | null>(first)
  const others = half.methods.filter((other) => other !== method)
  const give = (given: Omit<FactorInput, 'mfa_token'>) =>
    signIn(
      (options) => anonymous.call('auth.login', { mfa_token: half.mfa_token, ...given }, options),
      stay,
    ).catch((error: unknown) => {
      if (isOver(error)) onOver(error)
      throw error
    })
  return (
    <Stack>
      {method === null && <Text>{t('step.none')}</Text>}
      {(method === 'totp' || method === 'backup_code') && <ByCode key={method} method={method} give={give} />}
      {method === 'passkey' && <ByPasskey half={half} give={give} />}
      {method === 'push' && <ByApproval give={give} />}
      {!half.methods.includes('passkey') && <OpenByName />}
      <Stack gap="xs" align="center">
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('step.others')}
          </Text>
        )}
        {others.map((other) => (
          <Anchor key={other} component="button" type="button" onClick={() => setMethod(other)}>
            {t(`step.use_${other}`)}
          </Anchor>
        ))}
        <Anchor component="button" type="button" onClick={() => onOver(null)}>
          {t('step.again')}
        </Anchor>
      </Stack>
    </Stack>
  )
}

type Give = (given: Omit<FactorInput, 'mfa_token'>) => Promise<void>

interface CodeProps {
  readonly method: 'totp' | 'backup_code'
  readonly give: Give
}

function ByCode({ method, give }: CodeProps) {
  const { t } = useTranslation(['factors', 'common'])
  const [code, setCode] = useState('')
  const login = useMutation({ mutationFn: () => give({ method, code }), onError: () => setCode('') })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        login.mutate()
      }}
    >
      <Stack>
        {login.error && <FailureAlert error={login.error} />}
        <TextInput
          label={t(`step.${method}`)}
          description={t(`step.${method}_text`)}
          autoComplete="one-time-code"
          {...(method === 'totp' ? { inputMode: 'numeric' as const } : {})}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          required
          data-autofocus
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={login.isPending}>
          {t('common:sign_in.submit')}
        </Button>
      </Stack>
    </form>
  )
}

function ByPasskey({ half, give }: { readonly half: Half; readonly give: Give }) {
  const { t } = useTranslation('factors')
  const [options, setOptions] = useState<unknown>(half.passkey_options ?? null)
  const login = useMutation({
    mutationFn: async () => {
      // What was signed is not to be signed again.
      setOptions(null)
      const asked = options ?? (await askedBy(give({ method: 'passkey' }))).passkey_options
      const assertion = await signWithPasskey(asked)
      await give({ method: 'passkey', assertion })
    },
  })
  return (
    <Stack>
      {login.error && !isDismissed(login.error) && <FailureAlert error={login.error} />}
      <Text>{t('step.passkey_text')}</Text>
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={login.isPending}
        onClick={() => login.mutate()}
      >
        {t('step.passkey')}
      </Button>
    </Stack>
  )
}

/** Asks for an approval elsewhere, shows its number, and waits. */
function ByApproval({ give }: { readonly give: Give }) {
  const { t } = useTranslation(['factors', 'common'])
  const [number, setNumber] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    const wait = async () => {
      while (!left.signal.aborted) {
        try {
          await give({ method: 'push' })
          return
        } catch (refused) {
          const half = halfOf(refused)
          if (left.signal.aborted) return
          setNumber(half?.state === 'waiting' ? half.number : null)
          if (half?.state === 'waiting') continue
          setError(half ? 'over' : refused)
          return
        }
      }
    }
    void wait()
    return () => {
      left.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each round asks once, whoever gives it
  }, [round])
  if (error !== null)
    return (
      <Stack>
        {error === 'over' ? <Text>{t('step.push_over')}</Text> : <FailureAlert error={error} />}
        <Button
          variant="default"
          onClick={() => {
            setError(null)
            setRound(round + 1)
          }}
        >
          {t('common:action.retry')}
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <Text>{t('step.push_text')}</Text>
      {number === null ? (
        <Center>
          <Loader size="sm" />
        </Center>
      ) : (
        <BigCode label={t('step.push_number')} code={String(number)} />
      )}
      <Group justify="center" role="status">
        <Text size="sm" c="dimmed">
          {t('step.push_waiting')}
        </Text>
      </Group>
    </Stack>
  )
}
