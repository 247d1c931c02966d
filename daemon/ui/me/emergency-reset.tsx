import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useAction } from '../api/operations.ts'
import { signOut } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { Section } from '../parts/section.tsx'
import { dangerColor } from '../theme.ts'

/** The word that is to be typed; the same in every language. */
const word = 'RESET'

const kinds = ['messages', 'memories', 'goals', 'interactions', 'nature', 'devices', 'backups'] as const

/** Has everything that the companion holds of the member deleted. */
export function EmergencyReset() {
  const { t } = useTranslation('me')
  const [opened, { open, close }] = useDisclosure()
  return (
    <Section title={t('reset.title')} lead={t('reset.lead')}>
      <List spacing={4}>
        {kinds.map((kind) => (
          <List.Item key={kind}>{t(`reset.${kind}`)}</List.Item>
        ))}
      </List>
      <Text>{t('reset.stays')}</Text>
      <Group>
        <Button variant="default" c={dangerColor} mih={40} onClick={open}>
          {t('reset.open')}
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={t('reset.title')}>
        <ResetForm onCancel={close} />
      </Modal>
    </Section>
  )
}

/** Asks twice over: for the password, and for a word that nobody types by accident. */
function ResetForm({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation(['me', 'common'])
  const form = useForm({ initialValues: { password: '', typed: '' } })
  const reset = useAction('auth.emergency_reset')
  const submit = ({ password }: typeof form.values) =>
    reset.mutate(
      { password, confirm: word },
      {
        onSuccess: () => {
          notifications.show({
            color: 'teal',
            autoClose: false,
            title: t('reset.done'),
            message: t('reset.done_text'),
          })
          void signOut()
        },
        onError: (error) => {
          form.setFieldValue('password', '')
          if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
            form.setFieldError('password', t('password.wrong'))
        },
      },
    )
  const elsewhere = form.errors['password'] !== undefined
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text>{t('reset.sure')}</Text>
        {reset.error && !elsewhere && <FailureAlert error={reset.error} />}
        <PasswordField data-autofocus {...form.getInputProps('password')} />
        <TextInput
          label={t('reset.type', { word })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('typed')}
        />
        <Group justify="flex-end">
          <Button variant="default" mih={40} onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button
            type="submit"
            color="red.9"
            mih={40}
            loading={reset.isPending}
            disabled={form.values.typed.trim() !== word || form.values.password === ''}
          >
            {t('reset.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
