import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { homePasskeysHere, makeHomePasskey, NoSecretError } from '../../api/home-passkeys.ts'
import { callAction, readAgain, useAction, useOperation } from '../../api/operations.ts'
import { byNameOfMachine, isDismissed } from '../../api/passkeys.ts'
import { ConfirmButton } from '../../parts/confirm.tsx'
import { FailureAlert, showDone } from '../../parts/feedback.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PasskeyName } from '../../parts/passkey-name.tsx'
import { useStepUp } from '../../parts/step-up.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'

type HomePasskey = OutputOf<'encryption.passkeys'>['items'][number]
type Run = (act: () => Promise<unknown>) => void

/** The passkeys that unlock an encrypted home; nothing where it is not encrypted. */
export function HomePasskeys() {
  const { t } = useTranslation('locked')
  const { data } = useOperation('encryption.passkeys')
  const { run, dialog } = useStepUp()
  if (!data?.encrypted) return null
  const { items } = data
  return (
    <Panel
      title={t('passkeys_title')}
      text={t('passkeys_text')}
      actions={homePasskeysHere() ? <AddPasskey run={run} /> : undefined}
    >
      {items.length === 0 && <Text c="dimmed">{t('passkeys_none')}</Text>}
      <ul className={classes['rows']} aria-label={t('passkeys_title')} hidden={items.length === 0}>
        {items.map((passkey) => (
          <Row key={passkey.passkey_uuid} passkey={passkey} run={run} />
        ))}
      </ul>
      {!homePasskeysHere() && <Elsewhere />}
      {dialog}
    </Panel>
  )
}

/** Where passkeys of the home can be made. */
function Elsewhere() {
  const { t } = useTranslation('locked')
  const href = byNameOfMachine()
  return (
    <Text size="sm" c="dimmed">
      {href === null ? (
        t('passkeys_elsewhere')
      ) : (
        <>
          {t('passkeys_address')}{' '}
          <Anchor href={href} underline="always">
            {t('passkeys_open')}
          </Anchor>
        </>
      )}
    </Text>
  )
}

function Row({
  passkey: { passkey_uuid: id, name, created_at },
  run,
}: {
  readonly passkey: HomePasskey
  readonly run: Run
}) {
  const { t } = useTranslation('locked')
  const remove = useAction('encryption.remove_passkey', ['encryption.passkeys'])
  const removeIt = () =>
    run(async () => {
      await remove.mutateAsync({ id })
      showDone(t('passkeys_removed', { name }))
    })
  return (
    <Group component="li" wrap="nowrap" justify="space-between">
      <Stack gap={0} miw={0}>
        <Text fw={600} lineClamp={1}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {t('passkeys_since')} <Moment at={created_at} />
        </Text>
      </Stack>
      <ConfirmButton
        title={t('passkeys_remove_title', { name })}
        action={t('passkeys_remove')}
        onConfirm={removeIt}
        label={t('passkeys_remove_name', { name })}
      >
        <Text>{t('passkeys_remove_text')}</Text>
      </ConfirmButton>
    </Group>
  )
}

/** Makes a passkey in this browser, under a name. */
function AddPasskey({ run }: { readonly run: Run }) {
  const { t } = useTranslation('locked')
  const [open, setOpen] = useState(false)
  const make = useMutation({
    mutationFn: makeHomePasskey,
    onSuccess: (made) => {
      setOpen(false)
      run(async () => {
        await callAction('encryption.add_passkey', made)
        readAgain(['encryption.passkeys'])
        showDone(t('passkeys_added', { name: made.name }))
      })
    },
  })
  const { error } = make
  const problem =
    error instanceof NoSecretError ? (
      <Text c="red" role="alert">
        {t('no_prf')}
      </Text>
    ) : (
      error && !isDismissed(error) && <FailureAlert error={error} />
    )
  return (
    <>
      <Button variant="default" mih={40} onClick={() => setOpen(true)}>
        {t('passkeys_add')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('passkeys_add')}>
        <PasskeyName
          text={t('passkeys_add_text')}
          label={t('passkeys_name')}
          placeholder={t('passkeys_example')}
          action={t('passkeys_add')}
          pending={make.isPending}
          problem={problem}
          onNamed={make.mutate}
        />
      </Modal>
    </>
  )
}
