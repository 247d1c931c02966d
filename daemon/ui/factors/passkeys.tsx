import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { callAction, readAgain, useAction } from '../api/operations.ts'
import { isDismissed, makePasskey } from '../api/passkeys.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { Moment } from '../parts/moment.tsx'
import { PasskeyName } from '../parts/passkey-name.tsx'

type Passkey = NonNullable<OutputOf<'mfa.list'>['methods'][number]['passkeys']>[number]
type Run = (act: () => Promise<unknown>) => void

interface RowProps {
  readonly passkey: Passkey
  /** Does what may want a recent sign-in. */
  readonly run: Run
}

/** A passkey, and how to remove it. */
export function PasskeyRow({
  passkey: { passkey_uuid: id, name, host, created_at, last_used_at },
  run,
}: RowProps) {
  const { t } = useTranslation('factors')
  const remove = useAction('mfa.remove_passkey', ['mfa.list'])
  const removeIt = () =>
    run(async () => {
      await remove.mutateAsync({ id })
      showDone(t('passkeys.removed', { name }))
    })
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py={6}>
      <Stack gap={0} miw={0}>
        <Text fw={600} lineClamp={1}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {host} · {t('passkeys.made')} <Moment at={created_at} /> ·{' '}
          {last_used_at === null ? (
            t('unused')
          ) : (
            <>
              {t('used')} <Moment at={last_used_at} />
            </>
          )}
        </Text>
      </Stack>
      <ConfirmButton
        title={t('passkeys.remove_title', { name })}
        action={t('remove')}
        onConfirm={removeIt}
        label={t('passkeys.remove_name', { name })}
      >
        <Text>{t('passkeys.remove_text')}</Text>
      </ConfirmButton>
    </Group>
  )
}

interface AddProps {
  readonly run: Run
  readonly onDone: () => void
}

/** Makes a passkey in this browser, under a name. */
export function AddPasskey({ run, onDone }: AddProps) {
  const { t } = useTranslation('factors')
  const [options, setOptions] = useState<Record<string, unknown> | null>(null)
  const begin = () =>
    run(async () => {
      setOptions((await callAction('mfa.passkey_options', {})).options)
    })
  const close = () => setOptions(null)
  return (
    <>
      <Button variant="default" mih={40} onClick={begin}>
        {t('passkeys.add')}
      </Button>
      <Modal opened={options !== null} onClose={close} title={t('passkeys.add')}>
        {options && (
          <PasskeyForm
            options={options}
            onDone={() => {
              close()
              readAgain(['mfa.list'])
              onDone()
            }}
          />
        )}
      </Modal>
    </>
  )
}

function PasskeyForm({
  options,
  onDone,
}: {
  readonly options: Record<string, unknown>
  readonly onDone: () => void
}) {
  const { t } = useTranslation('factors')
  const make = useMutation({
    mutationFn: async (name: string) => {
      const response = await makePasskey(options)
      await callAction('mfa.add_passkey', { name, response })
    },
    onSuccess: (_made, name) => {
      showDone(t('passkeys.added', { name }))
      onDone()
    },
  })
  return (
    <PasskeyName
      text={t('passkeys.add_text')}
      label={t('passkeys.name')}
      placeholder={t('passkeys.name_example')}
      action={t('passkeys.make')}
      pending={make.isPending}
      problem={make.error && !isDismissed(make.error) && <FailureAlert error={make.error} />}
      onNamed={make.mutate}
    />
  )
}
