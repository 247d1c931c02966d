import { Center, Group, Progress, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { countdown } from '../parts/countdown.ts'
import { BigCode } from './big-code.tsx'
import { Copy } from './copy.tsx'
import { longest } from './longest.ts'
import { arrived, type Offer, pairingLifetime } from './pairing.ts'
import { PairingEnd } from './pairing-end.tsx'
import { QrCode } from './qr-code.tsx'

export interface PairingOffer extends Offer {
  readonly pairing_code: string
  readonly pairing_uri: string
  /** When the code runs out by the clock of this browser. */
  readonly until: number
}

interface Props {
  readonly offer: PairingOffer
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** How often to look whether the device is there, in milliseconds. */
const patience = 2_000

/** The code for a new device, until that has come or the time is over. */
export function PairingCode({ offer, onAgain, onClose }: Props) {
  const left = useTimeLeft(offer.until)
  const device = useArrival(offer, left > 0)
  if (device) return <PairingEnd name={device.name} onClose={onClose} />
  return left > 0 ? (
    <CodeInUse offer={offer} left={left} />
  ) : (
    <PairingEnd onAgain={onAgain} onClose={onClose} />
  )
}

function CodeInUse({ offer, left }: { readonly offer: PairingOffer; readonly left: number }) {
  const { t } = useTranslation('me')
  const { name, pairing_code, pairing_uri } = offer
  return (
    <Stack>
      <Text>{t('pair.code_text', { name })}</Text>
      <BigCode label={t('pair.code')} code={pairing_code} />
      <Center>
        <QrCode value={pairing_uri} title={t('pair.qr')} />
      </Center>
      <Stack gap={6}>
        <Progress value={(left / pairingLifetime) * 100} size="sm" aria-label={t('pair.left_label')} />
        <Text size="sm" c="dimmed" role="timer">
          {t('pair.left', { time: countdown(left) })}
        </Text>
      </Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 12rem">
          {t('pair.waiting')}
        </Text>
        <Copy value={pairing_code} label={t('pair.copy')} />
      </Group>
    </Stack>
  )
}

function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 500, { autoInvoke: true })
  return Math.max(0, until - now)
}

function useArrival(offer: PairingOffer, waiting: boolean) {
  const cache = useQueryClient()
  const { data, refetch } = useOperation('devices.list', longest)
  const device = arrived(data?.items ?? [], offer)
  const look = waiting && device === undefined
  useEffect(() => {
    if (!look) return undefined
    const timer = setInterval(() => void refetch(), patience)
    return () => clearInterval(timer)
  }, [look, refetch])
  useEffect(() => {
    if (device) void cache.invalidateQueries({ queryKey: ['auth.profile'] })
  }, [device, cache])
  return device
}
