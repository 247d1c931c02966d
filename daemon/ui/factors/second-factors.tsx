import { Badge, Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { callAction, readAgain, useAction, useOperation } from '../api/operations.ts'
import { type MfaMethod, passkeysHere } from '../api/passkeys.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { RowList, Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { OpenByName } from './open-by-name.tsx'
import { AddPasskey, PasskeyRow } from './passkeys.tsx'
import { type AppOffer, SetUpApp } from './set-up-app.tsx'

type Method = OutputOf<'mfa.list'>['methods'][number]
type Run = (act: () => Promise<unknown>) => void

interface Props {
  /** A factor was set up. */
  readonly onDone?: () => void
  /** Which kinds are offered, where not all are. */
  readonly only?: readonly MfaMethod[]
}

/** What signing in takes beside the password: set up, used, removed. */
export function SecondFactors({ onDone = () => {}, only }: Props) {
  const { t } = useTranslation('factors')
  const mfa = useOperation('mfa.list')
  const { run, dialog } = useStepUp()
  return (
    <Section title={t('title')} lead={t('lead')}>
      <Loaded of={mfa}>
        {({ methods }) => {
          const shown = methods.filter(({ method }) => only?.includes(method) ?? true)
          const main = methods.some(
            ({ method, enabled }) => enabled && (method === 'totp' || method === 'passkey'),
          )
          return (
            <RowList label={t('title')}>
              {shown.map((method) => (
                <MethodRow key={method.method} method={method} main={main} run={run} onDone={onDone} />
              ))}
            </RowList>
          )
        }}
      </Loaded>
      {dialog}
    </Section>
  )
}

interface RowProps {
  readonly method: Method
  /** Whether there is an app or a passkey. */
  readonly main: boolean
  readonly run: Run
  readonly onDone: () => void
}

/** A kind of second factor: whether it is on, and what can be done about it. */
function MethodRow({ method: of, main, run, onDone }: RowProps) {
  const { t } = useTranslation('factors')
  const { method, enabled, last_used_at, codes_left = 0, passkeys = [] } = of
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm" py="sm">
      <Stack gap={4} flex="1 1 16rem" miw={0}>
        <Group gap={8}>
          <Text fw={600}>{t(`method.${method}`)}</Text>
          {enabled && (
            <Badge variant="dot" tt="none" color="teal">
              {method === 'backup_code' ? t('codes.left', { count: codes_left }) : t('on')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t(`method.${method}_text`)}
          {enabled && last_used_at !== null && (
            <>
              {' '}
              {t('last_used')} <Moment at={last_used_at} />.
            </>
          )}
        </Text>
        {method === 'passkey' && <OpenByName />}
      </Stack>
      <Group gap="xs">
        {method === 'totp' && <AppChoice enabled={enabled} run={run} onDone={onDone} />}
        {method === 'passkey' && passkeysHere() && <AddPasskey run={run} onDone={onDone} />}
        {method === 'push' && <PushChoice enabled={enabled} main={main} run={run} />}
        {method === 'backup_code' && <CodesChoice enabled={enabled} run={run} />}
        {enabled && method !== 'passkey' && <Remove method={method} run={run} />}
      </Group>
      {passkeys.length > 0 && (
        <Box flex="0 0 100%">
          <RowList label={t('method.passkey')}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkey_uuid} passkey={passkey} run={run} />
            ))}
          </RowList>
        </Box>
      )}
    </Group>
  )
}

function Remove({ method, run }: { readonly method: MfaMethod; readonly run: Run }) {
  const { t } = useTranslation('factors')
  const remove = useAction('mfa.remove', ['mfa.list'])
  const removeIt = () =>
    run(async () => {
      await remove.mutateAsync({ method })
      showDone(t('removed', { name: t(`method.${method}`) }))
    })
  return (
    <Confirm
      title={t('remove_title', { name: t(`method.${method}`) })}
      action={t('remove')}
      onConfirm={removeIt}
      target={(open) => (
        <Button
          variant="default"
          mih={40}
          onClick={open}
          aria-label={t('remove_name', { name: t(`method.${method}`) })}
        >
          {t('remove')}
        </Button>
      )}
    >
      <Text>{t('remove_text')}</Text>
    </Confirm>
  )
}

interface ChoiceProps {
  readonly enabled: boolean
  readonly run: Run
  readonly onDone?: () => void
}

function AppChoice({ enabled, run, onDone }: ChoiceProps) {
  const { t } = useTranslation('factors')
  const [offer, setOffer] = useState<AppOffer | null>(null)
  const close = () => setOffer(null)
  return (
    <>
      <Button
        variant="default"
        mih={40}
        onClick={() => run(async () => setOffer(await callAction('mfa.make_totp', {})))}
      >
        {t(enabled ? 'app.replace' : 'app.set_up')}
      </Button>
      <Modal opened={offer !== null} onClose={close} title={t('method.totp')}>
        {offer && (
          <SetUpApp
            offer={offer}
            onDone={() => {
              close()
              showDone(t('app.done'))
              onDone?.()
            }}
          />
        )}
      </Modal>
    </>
  )
}

function PushChoice({ enabled, main, run }: ChoiceProps & { readonly main: boolean }) {
  const { t } = useTranslation('factors')
  if (enabled) return null
  if (!main)
    return (
      <Text size="sm" c="dimmed">
        {t('push.first')}
      </Text>
    )
  const turnOn = () =>
    run(async () => {
      await callAction('mfa.turn_on_push', {})
      readAgain(['mfa.list'])
    })
  return (
    <Button variant="default" mih={40} onClick={turnOn}>
      {t('push.turn_on')}
    </Button>
  )
}

function CodesChoice({ enabled, run }: ChoiceProps) {
  const { t } = useTranslation('factors')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = () =>
    run(async () => {
      const made = await callAction('mfa.make_backup_codes', {})
      setCodes(made.codes)
      readAgain(['mfa.list'])
    })
  const close = () => setCodes(null)
  return (
    <>
      <Button variant="default" mih={40} onClick={make}>
        {t(enabled ? 'codes.again' : 'codes.make')}
      </Button>
      <Modal opened={codes !== null} onClose={close} title={t('codes.title')} closeOnClickOutside={false}>
        {codes && <BackupCodes codes={codes} onClose={close} />}
      </Modal>
    </>
  )
}
