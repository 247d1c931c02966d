import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anonymous, signIn } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import type { MemberDialog } from './member-sessions.tsx'

/** Opens the profile of a member to read in it, by the owner's own password. */
export function OpenProfile({ member, opened, onClose }: MemberDialog) {
  const { t } = useTranslation('household')
  const { full_name: name, username } = member
  return (
    <Modal opened={opened} onClose={onClose} title={t('open_profile.title', { name })}>
      <Asking name={name} username={username} onCancel={onClose} />
    </Modal>
  )
}

interface Props {
  readonly name: string
  readonly username: string
  readonly onCancel: () => void
}

/** Comes and goes with its dialog, and with it the password. */
function Asking({ name, username, onCancel }: Props) {
  const { t } = useTranslation(['household', 'common'])
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const enter = useMutation({
    mutationFn: () =>
      signIn(async (options) => {
        const answer = await anonymous.call('auth.login', { username, password, master: true }, options)
        // This page is for admins, and nobody is one in the profile of another.
        await navigate({ to: '/talk' })
        return answer
      }, false),
    onError: () => setPassword(''),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate()
      }}
    >
      <Stack>
        <Text>{t('open_profile.text', { name })}</Text>
        {enter.error && <FailureAlert error={enter.error} />}
        <PasswordField
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" mih={40} onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" mih={40} loading={enter.isPending}>
            {t('open_profile.open')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
