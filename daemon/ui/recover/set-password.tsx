import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CallOptions } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import type { SignedIn } from '../../client/tokens.ts'
import { app } from '../api/app.ts'
import { signIn } from '../api/session.ts'
import { failureText } from '../parts/failure-text.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { NewPassword, PasswordField } from '../parts/password-field.tsx'

interface Props {
  /** Whose password it is, for whatever keeps passwords. */
  readonly username: string
  /** What an attacker would try first. */
  readonly ownWords: readonly string[]
  readonly set: (new_password: string, options: CallOptions) => Promise<SignedIn>
}

/** Sets a new password, and goes on signed in. */
export function SetPassword({ username, ownWords, set }: Props) {
  const { t } = useTranslation(['recover', 'common'])
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { next: '', again: '', stay: app !== null },
    validate: {
      again: (again, { next }) => (again === next ? null : t('common:password.differ')),
    },
  })
  const setting = useMutation({
    mutationFn: ({ next, stay }: typeof form.values) => signIn((options) => set(next, options), stay),
    onSuccess: () => void navigate({ to: '/talk', replace: true }),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PASSWORD_REJECTED')
        form.setFieldError('next', failureText(error))
    },
  })
  const elsewhere = Object.keys(form.errors).length > 0
  return (
    <form onSubmit={form.onSubmit((values) => setting.mutate(values))}>
      <Stack>
        <Title order={2}>{t('password.title')}</Title>
        <Text c="dimmed">{t('password.ends')}</Text>
        {setting.error && !elsewhere && <FailureAlert error={setting.error} />}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <NewPassword
          label={t('common:password.new')}
          value={form.values.next}
          onChange={(value) => form.setFieldValue('next', value)}
          ownWords={ownWords}
          error={form.errors['next']}
        />
        <PasswordField
          label={t('common:password.again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
        <Checkbox
          label={t(app ? 'common:sign_in.stay_app' : 'common:sign_in.stay')}
          description={app ? undefined : t('common:sign_in.stay_text')}
          {...form.getInputProps('stay', { type: 'checkbox' })}
        />
        <Button type="submit" mih={40} loading={setting.isPending}>
          {t('password.submit')}
        </Button>
      </Stack>
    </form>
  )
}
