import { Paper } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'

interface Props {
  readonly value: string
  /** What it is, for whoever does not see it. */
  readonly title: string
}

/** A QR code, black on white in both schemes, as cameras want it. */
export function QrCode({ value, title }: Props) {
  return (
    <Paper p="sm" radius="md" bg="white" withBorder w="fit-content">
      <QRCodeSVG value={value} title={title} size={168} level="M" style={{ display: 'block' }} />
    </Paper>
  )
}
