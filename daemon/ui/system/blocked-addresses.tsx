import { ActionIcon, Code, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconLockOpen, IconShieldCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAct, useLive } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { BlockForm } from './block-form.tsx'
import { Panel } from './panel.tsx'
import classes from './system.module.css'
import { useNames } from './use-names.ts'

type Blocked = OutputOf<'security.stats'>['blocked_addresses'][number]

/** From where nothing may come. */
export function BlockedAddresses() {
  const { t } = useTranslation('system')
  const stats = useLive('security.stats')
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Panel ref={panel} title={t('blocked.title')} text={t('blocked.text')}>
      <BlockForm />
      <LiveLoaded of={stats} lines={1}>
        {({ blocked_addresses }) => (
          <>
            {blocked_addresses.length === 0 && (
              <Empty icon={IconShieldCheck} title={t('blocked.none')} text={t('blocked.none_text')} />
            )}
            <ul
              className={classes['rows']}
              aria-label={t('blocked.title')}
              hidden={blocked_addresses.length === 0}
            >
              {blocked_addresses.map((one) => (
                <BlockedRow key={one.address} blocked={one} onGone={() => panel.current?.focus()} />
              ))}
            </ul>
          </>
        )}
      </LiveLoaded>
    </Panel>
  )
}

function BlockedRow({ blocked, onGone }: { readonly blocked: Blocked; readonly onGone: () => void }) {
  const { t } = useTranslation('system')
  const names = useNames()
  const unblock = useAct('security.unblock_ip', ['security.stats'])
  const { address, reason, created_by, created_at, expires_at } = blocked
  const label = t('blocked.unblock', { address })
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Code className={classes['wrap'] ?? ''}>{address}</Code>
          <Text size="sm">{reason}</Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t('blocked.by', { name: names.actor(created_by) })} <Moment at={created_at} /> ·{' '}
          {expires_at === null ? (
            t('blocked.forever')
          ) : (
            <>
              {t('blocked.ends')} <Moment at={expires_at} />
            </>
          )}
        </Text>
      </Stack>
      <Tooltip label={label}>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={label}
          loading={unblock.isPending}
          onClick={() =>
            unblock.mutate(
              { ip: address },
              {
                onError: showFailure,
                onSuccess: () => {
                  showDone(t('blocked.unblocked', { address }))
                  onGone()
                },
              },
            )
          }
        >
          <IconLockOpen size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
