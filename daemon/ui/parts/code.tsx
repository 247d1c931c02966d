import { Button, CopyButton, Paper, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './code.module.css'
import { lazyPart } from './lazy-part.ts'

const QRCodeSVG = lazyPart(async () => (await import('qrcode.react')).QRCodeSVG)

interface Props {
  readonly value: string
  /** What is copied. */
  readonly label: string
}

/** Copies something, and says that it has. */
export function Copy({ value, label }: Props) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          mih={40}
          onClick={copy}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        >
          <span aria-live="polite">{copied ? t('action.copied') : label}</span>
        </Button>
      )}
    </CopyButton>
  )
}

/** A code to read out and type, large. */
export function BigCode({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <Text component="p" role="group" aria-label={label} className={classes['code'] ?? ''}>
      {code}
    </Text>
  )
}

interface QrCodeProps {
  readonly value: string
  /** What it is, for whoever does not see it. */
  readonly title: string
}

/** A QR code, black on white in both schemes, as cameras want it. */
export function QrCode({ value, title }: QrCodeProps) {
  return (
    <Paper p="sm" radius="md" bg="white" withBorder w="fit-content">
      <div className={classes['qr']}>
        <Suspense>
          <QRCodeSVG value={value} title={title} size={168} level="M" style={{ display: 'block' }} />
        </Suspense>
      </div>
    </Paper>
  )
}
