import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '../../client/tokens.ts'
import { anonymous, signIn } from '../api/session.ts'
import { FailureAlert } from '../parts/failure.tsx'

/** Makes this browser a trusted device of whoever shows a code for it. */
export function PairThisBrowser() {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { pairing_code: '' } })
  const pair = useMutation({
    // With a code and no token it is the answer of a login.
    mutationFn: async (input: { pairing_code: string }) =>
      signIn((await anonymous.call('devices.pair', input)) as SignedIn),
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
