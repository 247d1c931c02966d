import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import type { OutputOf } from '../../client/types.ts'
import { readAgain, useAction, useOperation } from '../api/operations.ts'
import { requestNewPassword, setWaitedPassword, useMember } from '../api/session.ts'
import { failureText } from '../parts/failure-text.ts'
import { FailureAlert, showDone, showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import { NewPassword, PasswordField } from '../parts/password-field.tsx'

type RecoveryStatus = OutputOf<'recovery.show'>
type WaitingRecovery = RecoveryStatus['waiting'][number]

/** Sets a new password on a trusted device without the old one: it is asked for, and set an hour later. */
export function ForgottenPassword() {
  const { t } = useTranslation('recover')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="subtle" mih={40} onClick={open}>
        {t('forgotten.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('forgotten.title')}>
        <Content onDone={close} />
      </Modal>
    </>
  )
}

function Content({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['recover', 'common'])
  const recovery = useOperation('recovery.show')
  return (
    <Loaded of={recovery}>
      {({ problem, waiting }) => {
        const own = waiting.find((one) => one.own)
        if (own) return <OwnWaiting own={own} onDone={onDone} />
        if (problem === null) return <Ask />
        const reason = problem === 'cancelled' ? 'recovery_cancelled' : problem
        return (
          <Stack>
            <Text>{t(`common:failure.${reason}`)}</Text>
            {(['admin', 'machine'] as const).map((way) => (
              <Text key={way} c="dimmed">
                {t(`${way}.title`)}: {t(`${way}.text`)} {way === 'machine' && <code>companion recover</code>}
              </Text>
            ))}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Ask() {
  const { t } = useTranslation('recover')
  const request = useMutation({
    mutationFn: requestNewPassword,
    onSuccess: () => showDone(t('forgotten.asked')),
    onError: showFailure,
    onSettled: () => readAgain(['recovery.show']),
  })
  return (
    <Stack>
      <Text>{t('forgotten.text')}</Text>
      <Group justify="flex-end">
        <Button mih={40} loading={request.isPending} onClick={() => request.mutate()} data-autofocus>
          {t('forgotten.submit')}
        </Button>
      </Group>
    </Stack>
  )
}

interface OwnWaitingProps {
  readonly own: WaitingRecovery
  readonly onDone: () => void
}

function OwnWaiting({ own: { ready_at, expires_at }, onDone }: OwnWaitingProps) {
  const { t, i18n } = useTranslation('recover')
  const cancel = useAction('recovery.cancel', ['recovery.show'])
  const ready = Date.parse(ready_at) <= Date.now()
  const stop = () =>
    cancel.mutate(
      {},
      {
        onSuccess: () => {
          showDone(t('forgotten.cancelled'))
          onDone()
        },
        onError: showFailure,
      },
    )
  return (
    <Stack>
      <Text>
        {ready
          ? t('forgotten.ready', { until: absolute(expires_at, i18n.language) })
          : t('forgotten.waiting', { ready: absolute(ready_at, i18n.language) })}
      </Text>
      {ready && <SetWaited onDone={onDone} />}
      <Group justify="flex-end">
        <Button variant="default" mih={40} loading={cancel.isPending} onClick={stop}>
          {t('forgotten.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

function SetWaited({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['recover', 'common'])
  const { username, full_name } = useMember()
  const form = useForm({
    initialValues: { next: '', again: '' },
    validate: { again: (again, { next }) => (again === next ? null : t('common:password.differ')) },
  })
  const setting = useMutation({
    mutationFn: ({ next }: typeof form.values) => setWaitedPassword(next),
    onSuccess: () => {
      showDone(t('forgotten.done'))
      readAgain(['recovery.show', 'profile.sessions'])
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PASSWORD_REJECTED')
        form.setFieldError('next', failureText(error))
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => setting.mutate(values))}>
      <Stack>
        {setting.error && Object.keys(form.errors).length === 0 && <FailureAlert error={setting.error} />}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
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
        <Button type="submit" mih={40} loading={setting.isPending}>
          {t('forgotten.set')}
        </Button>
      </Stack>
    </form>
  )
}
