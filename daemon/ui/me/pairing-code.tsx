import { Button, Center, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { BigCode, Copy, QrCode } from '../parts/code.tsx'
import { maxPage } from '../parts/pages.ts'
import { countdown } from '../parts/times.ts'
import { TrustStep } from './trust-step.tsx'
import { arrived, type Offer, pairingLifetime } from './pairing.ts'

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
  const [trusting, setTrusting] = useState(false)
  return (
    <Stack>
      <Text>{t('pair.code_text', { name })}</Text>
      <BigCode label={t('pair.code')} code={pairing_code} />
      {/* Of two codes in view, a camera takes either. */}
      {!trusting && (
        <Center>
          <QrCode value={pairing_uri} title={t('pair.qr')} />
        </Center>
      )}
      <TrustStep onToggle={setTrusting} />
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
  const { data, refetch } = useOperation('devices.list', maxPage)
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

interface PairingEndProps {
  /** The device that has come; none where nobody used the code. */
  readonly name?: string
  readonly onAgain?: () => void
  readonly onClose: () => void
}

function PairingEnd({ name, onAgain, onClose }: PairingEndProps) {
  const { t } = useTranslation(['me', 'common'])
  const came = name !== undefined
  const Picture = came ? IconCheck : IconClock
  return (
    <Stack align="center" gap="md">
      <ThemeIcon size={64} radius="xl" variant="light" color={came ? 'teal' : 'gray'}>
        <Picture size={34} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text role="status" fw={600} ta="center">
        {came ? t('pair.arrived', { name }) : t('pair.over')}
      </Text>
      {came && (
        <Text c="dimmed" ta="center">
          {t('pair.arrived_text')}
        </Text>
      )}
      <Group>
        {onAgain && (
          <Button variant="default" mih={40} onClick={onAgain}>
            {t('pair.again')}
          </Button>
        )}
        <Button mih={40} onClick={onClose} autoFocus>
          {t('common:action.done')}
        </Button>
      </Group>
    </Stack>
  )
}
