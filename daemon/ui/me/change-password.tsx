import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useAction } from '../api/operations.ts'
import { keepApp, useMember } from '../api/session.ts'
import { failureText } from '../parts/failure-text.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { NewPassword, PasswordField } from '../parts/password-field.tsx'
import { Section } from '../parts/section.tsx'
import { placeOfProblem } from './account-rules.ts'
import { ForgottenPassword } from './forgotten-password.tsx'

/** Another password; the other sessions end with the old one. */
export function ChangePassword() {
  const { t } = useTranslation(['me', 'common'])
  const { username, full_name } = useMember()
  const form = useForm({
    initialValues: { current: '', next: '', again: '' },
    validate: {
      again: (again, { next }) => (again === next ? null : t('common:password.differ')),
    },
  })
  const change = useAction('auth.change_password', ['profile.sessions'])
  const submit = ({ current, next }: typeof form.values) =>
    change.mutate(
      { current_password: current, new_password: next },
      {
        onSuccess: ({ sessions_ended }) => {
          form.reset()
          keepApp().catch(() => {})
          showDone(t('password.changed', { count: sessions_ended.length }))
        },
        onError: (error) => {
          const place = error instanceof ApiError ? placeOfProblem(error) : 'form'
          if (place === 'new') form.setFieldError('next', failureText(error))
          if (place === 'current') form.setFieldError('current', t('password.wrong'))
        },
      },
    )
  const elsewhere = Object.keys(form.errors).length > 0
  return (
    <Section title={t('password.title')} lead={t('password.lead')}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack maw={420}>
          {change.error && !elsewhere && <FailureAlert error={change.error} />}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordField label={t('common:password.current')} {...form.getInputProps('current')} />
          <NewPassword
            label={t('common:password.new')}
            value={form.values.next}
            onChange={(value) => form.setFieldValue('next', value)}
            ownWords={[username, full_name]}
            error={form.errors['next']}
          />
          <PasswordField
            label={t('common:password.again')}
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          <Group>
            <Button type="submit" mih={40} loading={change.isPending}>
              {t('password.submit')}
            </Button>
            <ForgottenPassword />
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
