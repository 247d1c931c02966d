import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconFingerprint, IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { homePasskeysHere, NoSecretError, secretOf } from '../api/home-passkeys.ts'
import { type Attempt, homePasskeys, lockState, unlock } from '../api/locked.ts'
import { byNameOfMachine, isDismissed } from '../api/passkeys.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { useTitle } from '../parts/window-title.ts'
import { EntranceCard } from './entrance-card.tsx'

/** How often it is looked at how the daemon is, in milliseconds: while it starts, and while it waits. */
const startingMs = 500
const waitingMs = 3_000
/** How long it may be silent while it starts, until that is said. */
const silentMs = 60_000

/** The way in while the home is locked. Once it is unlocked, here or elsewhere, the page goes on by itself. */
export function Locked() {
  const { t } = useTranslation('locked')
  useTitle(t('title'))
  const form = useForm({ initialValues: { secret: '' } })
  const unlocking = useMutation({
    mutationFn: async (attempt: () => Promise<Attempt>) => unlock(await attempt()),
    onSuccess: () => form.reset(),
  })
  const unlocked = unlocking.data !== undefined
  const seen = useQuery({
    queryKey: ['lock state'],
    queryFn: lockState,
    refetchInterval: unlocked ? startingMs : waitingMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })
  const starting = unlocked || seen.data?.status === 'starting'
  const next = unlocking.data?.next ?? null
  useEffect(() => {
    if (seen.data?.status === 'ok') location.reload()
    // It runs at another address now, where this page may not look.
    else if (next !== null && seen.isError) location.assign(next)
  }, [seen.data, seen.isError, next])
  const silent = starting && seen.errorUpdatedAt - seen.dataUpdatedAt > silentMs
  return (
    <EntranceCard title={t('title')}>
      <div role="status">
        {starting ? (
          <Stack align="center">
            <Text ta="center">{t(silent ? 'silent' : 'starting')}</Text>
            {!silent && <Loader size="sm" aria-hidden />}
          </Stack>
        ) : (
          <Text c="dimmed" ta="center">
            {t('text')}
          </Text>
        )}
      </div>
      {!starting && (
        <form onSubmit={form.onSubmit((given) => unlocking.mutate(async () => given))}>
          <Stack>
            {unlocking.error && !isDismissed(unlocking.error) && <Refused error={unlocking.error} />}
            <PasswordField
              label={t('label')}
              maxLength={1_024}
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              {...form.getInputProps('secret')}
            />
            <Button
              type="submit"
              loading={unlocking.isPending}
              leftSection={<IconLock size={18} aria-hidden />}
            >
              {t('submit')}
            </Button>
            <ByPasskey onAttempt={(attempt) => unlocking.mutate(attempt)} busy={unlocking.isPending} />
          </Stack>
        </form>
      )}
    </EntranceCard>
  )
}

interface ByPasskeyProps {
  readonly onAttempt: (attempt: () => Promise<Attempt>) => void
  readonly busy: boolean
}

/** Unlocks by a passkey, where there is one; at an address the page is opened by the name of the machine before. */
function ByPasskey({ onAttempt, busy }: ByPasskeyProps) {
  const { t } = useTranslation('locked')
  const { data: passkeys = [] } = useQuery({ queryKey: ['unlock'], queryFn: homePasskeys, gcTime: 0 })
  const elsewhere = byNameOfMachine()
  if (passkeys.length === 0) return null
  const looks = { variant: 'default', leftSection: <IconFingerprint size={18} aria-hidden /> }
  if (homePasskeysHere())
    return (
      <Button
        {...looks}
        disabled={busy}
        onClick={() => onAttempt(async () => ({ passkey: await secretOf(passkeys) }))}
      >
        {t('passkey')}
      </Button>
    )
  return (
    elsewhere !== null && (
      <Button {...looks} component="a" href={elsewhere}>
        {t('passkey')}
      </Button>
    )
  )
}

const reasons = ['wrong_passphrase', 'wrong_passkey', 'damaged_key'] as const

/** Says why it was not unlocked. */
function Refused({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('locked')
  const told = error instanceof ApiError ? error.details['reason'] : null
  const reason = error instanceof NoSecretError ? 'no_prf' : reasons.find((one) => one === told)
  if (reason === undefined) return <FailureAlert error={error} />
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {t(reason)}
    </Alert>
  )
}
