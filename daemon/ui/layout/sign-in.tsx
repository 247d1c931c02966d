import { Alert, Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconFingerprint } from '@tabler/icons-react'
import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '../../client/tokens.ts'
import { app } from '../api/app.ts'
import { askedBy, type Half, halfOf, isDismissed, passkeysHere, signWithPasskey } from '../api/passkeys.ts'
import { anonymous, pad, signIn } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { lazyPart } from '../parts/lazy-part.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { EntranceCard } from './entrance-card.tsx'
import { Locked } from './locked.tsx'

const PinPad = lazyPart(async () => (await import('./pin-pad.tsx')).PinPad)

interface Props {
  /** Whether there was a session that is over. */
  readonly ended: boolean
  /** Whether it begins with the password where a PIN would do. */
  readonly withPassword: boolean
  /** Whether the home has to be unlocked before. */
  readonly locked: boolean
}

/** The way in of a household that is there already. */
export function SignIn({ locked, ...props }: Props) {
  if (!locked) return <Form {...props} />
  return (
    <Suspense>
      <Locked />
    </Suspense>
  )
}

function Form({ ended, withPassword }: Omit<Props, 'locked'>) {
  const { t } = useTranslation()
  const [pairing, setPairing] = useState(false)
  const [password, setPassword] = useState(withPassword)
  const [half, setHalf] = useState(false)
  const { data: device = null, isPending } = useQuery({ queryKey: ['pins.pad'], queryFn: pad, gcTime: 0 })
  const pinPad = device?.pins === true && !device.password_only && !password && !pairing
  // The form would make room for the pad a moment later.
  if (isPending) return null
  return (
    <EntranceCard title={t(pairing ? 'pair.title' : pinPad ? 'pin.title' : 'sign_in.title')}>
      {ended && !pairing && <Alert color="yellow">{t('sign_in.ended')}</Alert>}
      {device?.password_only && !pairing && <Alert color="yellow">{t('pin.off')}</Alert>}
      {pinPad ? (
        <Suspense>
          <PinPad />
        </Suspense>
      ) : pairing ? (
        <PairThisBrowser />
      ) : (
        <WithPassword device={device?.paired === true} onHalf={setHalf} />
      )}
      <Stack gap="xs" align="center">
        {!half && (
          <>
            {device?.pins && !device.password_only && !pairing && (
              <Anchor component="button" type="button" onClick={() => setPassword(!password)}>
                {t(password ? 'pin.instead' : 'pin.password')}
              </Anchor>
            )}
            <Anchor component="button" type="button" onClick={() => setPairing(!pairing)}>
              {t(pairing ? 'pair.password' : 'sign_in.pair')}
            </Anchor>
            <Anchor component={Link} to="/welcome" ta="center">
              {t('sign_in.invited')}
            </Anchor>
          </>
        )}
        <Anchor component={Link} to="/recover" ta="center">
          {t('sign_in.lost')}
        </Anchor>
      </Stack>
    </EntranceCard>
  )
}

// Most members have no second factor.
const SecondStep = lazyPart(async () => {
  const [{ SecondStep }] = await Promise.all([
    import('../factors/second-step.tsx'),
    i18next.loadNamespaces(['factors']),
  ])
  return SecondStep
})

/** A half of a sign-in, and whether the browser is to stay signed in. */
interface HalfSignIn {
  readonly half: Half
  readonly stay: boolean
}

interface WithPasswordProps {
  /** Whether this is a trusted device, which stays signed in. */
  readonly device: boolean
  /** Called with whether the password was right and something else is asked for. */
  readonly onHalf: (half: boolean) => void
}

function WithPassword({ device, onHalf }: WithPasswordProps) {
  const { t } = useTranslation()
  const [begun, setBegun] = useState<HalfSignIn | null>(null)
  const [over, setOver] = useState<unknown>(null)
  const form = useForm({ initialValues: { username: '', password: '', stay: app !== null } })
  const login = useMutation({
    mutationFn: ({ stay, ...credentials }: { username: string; password: string; stay: boolean }) =>
      signIn((options) => anonymous.call('auth.login', credentials, options), stay || device),
    onMutate: () => setOver(null),
    onError: (error, { stay }) => {
      const half = halfOf(error)
      if (half) setBegun({ half, stay: stay || device })
      onHalf(half !== null)
      form.setFieldValue('password', '')
    },
  })
  const passkey = useMutation({
    mutationFn: async (stay: boolean) => {
      const begin = anonymous.call('auth.login', { method: 'passkey' })
      const { mfa_token, passkey_options } = await askedBy(begin)
      const assertion = await signWithPasskey(passkey_options)
      const given = { mfa_token, method: 'passkey', assertion } as const
      await signIn((options) => anonymous.call('auth.login', given, options), stay)
    },
  })
  if (begun)
    return (
      <Suspense>
        <SecondStep
          {...begun}
          onOver={(error) => {
            login.reset()
            setOver(error)
            setBegun(null)
            onHalf(false)
          }}
        />
      </Suspense>
    )
  const refused = over ?? login.error ?? (isDismissed(passkey.error) ? null : passkey.error)
  return (
    <form onSubmit={form.onSubmit((values) => login.mutate(values))}>
      <Stack>
        {refused !== null && <FailureAlert error={refused} />}
        <TextInput
          label={t('sign_in.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps('username')}
        />
        <PasswordField {...form.getInputProps('password')} />
        {!device && (
          <Checkbox
            label={t(app ? 'sign_in.stay_app' : 'sign_in.stay')}
            description={app ? undefined : t('sign_in.stay_text')}
            {...form.getInputProps('stay', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" loading={login.isPending}>
          {t('sign_in.submit')}
        </Button>
        {passkeysHere() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate(form.values.stay || device)}
          >
            {t('sign_in.passkey')}
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** Makes this browser a trusted device of whoever shows a code for it. */
function PairThisBrowser() {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { pairing_code: '' } })
  const pair = useMutation({
    // With a code and no token it is the answer of a login. A trusted device stays signed in.
    mutationFn: (input: { pairing_code: string }) =>
      signIn(async (options) => (await anonymous.call('devices.pair', input, options)) as SignedIn, 'device'),
  })
  return (
    <form onSubmit={form.onSubmit((values) => pair.mutate(values))}>
      <Stack>
        <Text c="dimmed">{t('pair.text')}</Text>
        {pair.error && <FailureAlert error={pair.error} />}
        <TextInput
          label={t('pair.code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('pairing_code')}
        />
        <Button type="submit" loading={pair.isPending}>
          {t('pair.submit')}
        </Button>
      </Stack>
    </form>
  )
}
