import { ActionIcon, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLockOpen, IconShieldCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction, useLive } from '../../api/operations.ts'
import { Empty } from '../../parts/empty.tsx'
import { FailureAlert, showDone, showFailure } from '../../parts/feedback.tsx'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'
import { useNames } from '../use-names.ts'

/** How long an address can be blocked, in seconds; forever for 0. */
const durations = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000, forever: 0 } as const

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
  const unblock = useAction('security.unblock_ip', ['security.stats'])
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

type Duration = keyof typeof durations

interface Block {
  readonly ip: string
  readonly reason: string
  readonly duration: Duration
}

/** Keeps an address or a network out. */
function BlockForm() {
  const { t } = useTranslation('system')
  const block = useAction('security.block_ip', ['security.stats'])
  const form = useForm<Block>({ initialValues: { ip: '', reason: '', duration: 'day' } })
  const submit = form.onSubmit(({ ip, reason, duration }) => {
    const expires_in_seconds = durations[duration]
    block.mutate(
      {
        ip: ip.trim(),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        ...(expires_in_seconds === 0 ? {} : { expires_in_seconds }),
      },
      {
        onSuccess: ({ address }) => {
          form.reset()
          showDone(t('blocked.done', { address }))
        },
      },
    )
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {block.error && <FailureAlert error={block.error} />}
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('blocked.address')}
            placeholder="203.0.113.7"
            required
            maxLength={64}
            autoCapitalize="none"
            spellCheck={false}
            flex="1 1 10rem"
            {...form.getInputProps('ip')}
          />
          <TextInput
            label={t('blocked.reason')}
            maxLength={200}
            flex="2 1 12rem"
            {...form.getInputProps('reason')}
          />
          <NativeSelect
            label={t('blocked.duration')}
            flex="1 1 8rem"
            data={(Object.keys(durations) as Duration[]).map((value) => ({
              value,
              label: t(`duration.${value}`),
            }))}
            {...form.getInputProps('duration')}
          />
          <Button type="submit" loading={block.isPending}>
            {t('blocked.block')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
