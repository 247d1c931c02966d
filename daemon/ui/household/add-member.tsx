import { Autocomplete, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useAction } from '../api/operations.ts'
import { failureText } from '../parts/failure-text.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { NewPassword } from '../parts/password-field.tsx'
import { useRelationships } from '../welcome/use-relationships.ts'
import { usernameOf } from '../welcome/username.ts'
import { fieldOfRefusal, isUsername, type NewMember } from './joining.ts'

/** Makes an account for somebody. */
export function AddMember() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" mih={40} leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
        {t('add.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('add.title')}>
        <AddMemberForm onDone={close} />
      </Modal>
    </>
  )
}

/** Who is added, and the password to begin with. */
function AddMemberForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['household', 'common'])
  const relationships = useRelationships()
  const filled = (value: string) => (value.trim() === '' ? t('add.empty') : null)
  const form = useForm<NewMember>({
    initialValues: { full_name: '', username: '', relationship: '', password: '' },
    validate: {
      full_name: filled,
      username: (username) => (isUsername(username.trim()) ? null : t('add.username_odd')),
      relationship: filled,
    },
  })
  const register = useAction('auth.register', ['members.list'])
  const submit = ({ username, ...rest }: NewMember) =>
    register.mutate(
      { ...rest, username: username.trim() },
      {
        onSuccess: ({ family_member }) => {
          showDone(t('add.done', { name: family_member.full_name }))
          onDone()
        },
        onError: (error) => {
          const field = error instanceof ApiError ? fieldOfRefusal(error) : null
          if (field) form.setFieldError(field, failureText(error))
        },
      },
    )
  const { full_name, username, password } = form.values
  const elsewhere = Object.keys(form.errors).length > 0
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text c="dimmed">{t('add.lead')}</Text>
        {register.error && !elsewhere && <FailureAlert error={register.error} />}
        <TextInput
          label={t('add.full_name')}
          autoComplete="off"
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('full_name')}
          onBlur={() => {
            if (username === '') form.setFieldValue('username', usernameOf(full_name))
          }}
        />
        <TextInput
          label={t('add.username')}
          description={t('add.username_text')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
          {...form.getInputProps('username')}
        />
        <Autocomplete
          label={t('add.relationship')}
          data={relationships}
          maxLength={200}
          required
          {...form.getInputProps('relationship')}
        />
        <NewPassword
          label={t('add.password')}
          value={password}
          onChange={(value) => form.setFieldValue('password', value)}
          ownWords={[username, full_name]}
          error={form.errors['password']}
        />
        <Group justify="flex-end">
          <Button type="submit" mih={40} loading={register.isPending}>
            {t('add.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
