import { Button, Code, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '../../client/tokens.ts'
import { anonymous, clientWith } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { SetPassword } from './set-password.tsx'

/** The four ways back in. The first is taken here; of the others it says where they begin. */
export function Ways() {
  const { t } = useTranslation('recover')
  const [recovered, setRecovered] = useState<SignedIn | null>(null)
  if (recovered) return <AfterCode recovered={recovered} />
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('lead')}</Text>
      <Stack gap="xs" component="section">
        <Title order={2}>{t('code.title')}</Title>
        <Text>{t('code.text')}</Text>
        <WithBackupCode onRecovered={setRecovered} />
      </Stack>
      {(['device', 'admin', 'machine'] as const).map((way) => (
        <Stack gap="xs" component="section" key={way}>
          <Title order={2}>{t(`${way}.title`)}</Title>
          <Text>{t(`${way}.text`)}</Text>
          {way === 'machine' && <Code block>companion recover</Code>}
        </Stack>
      ))}
    </Stack>
  )
}

function WithBackupCode({ onRecovered }: { readonly onRecovered: (answer: SignedIn) => void }) {
  const { t } = useTranslation(['recover', 'common'])
  const form = useForm({ initialValues: { username: '', backup_code: '' } })
  const recover = useMutation({
    mutationFn: (input: typeof form.values) => anonymous.call('auth.recover', input),
    onSuccess: onRecovered,
    onError: () => form.setFieldValue('backup_code', ''),
  })
  return (
    <form onSubmit={form.onSubmit((values) => recover.mutate(values))}>
      <Stack>
        {recover.error && <FailureAlert error={recover.error} />}
        <TextInput
          label={t('common:sign_in.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('code.label')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('backup_code')}
        />
        <Button type="submit" mih={40} loading={recover.isPending}>
          {t('code.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** With the session of a code, which is good for this alone and kept nowhere. */
function AfterCode({ recovered }: { readonly recovered: SignedIn }) {
  const { t } = useTranslation('recover')
  const { access_token, family_member } = recovered
  const { full_name: name, username } = family_member
  return (
    <Stack>
      <Text>{t('password.for', { name, username })}</Text>
      <SetPassword
        username={username}
        ownWords={[username, name]}
        set={(new_password, options) =>
          clientWith(access_token).call('auth.recover_password', { new_password }, options)
        }
      />
    </Stack>
  )
}
