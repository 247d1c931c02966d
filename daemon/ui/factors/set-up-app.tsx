import { Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { Copy, QrCode } from '../parts/code.tsx'
import { FailureAlert } from '../parts/feedback.tsx'

export interface AppOffer {
  readonly secret: string
  readonly uri: string
}

interface Props {
  readonly offer: AppOffer
  readonly onDone: () => void
}

/** Sets an authenticator app up: shows its secret, and asks for a code of it. */
export function SetUpApp({ offer, onDone }: Props) {
  const { t } = useTranslation(['factors', 'common'])
  const [code, setCode] = useState('')
  const confirm = useAction('mfa.confirm_totp', ['mfa.list'])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ code }, { onSuccess: onDone, onError: () => setCode('') })
      }}
    >
      <Stack>
        <Text>{t('app.scan')}</Text>
        <Center>
          <QrCode value={offer.uri} title={t('app.qr')} />
        </Center>
        <Text size="sm" c="dimmed">
          {t('app.by_hand')}
        </Text>
        <Code
          block
          role="group"
          aria-label={t('app.secret')}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
        >
          {offer.secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
        {confirm.error && <FailureAlert error={confirm.error} />}
        <TextInput
          label={t('app.code')}
          description={t('app.code_text')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Copy value={offer.secret} label={t('app.copy')} />
          <Button type="submit" mih={40} loading={confirm.isPending}>
            {t('app.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
