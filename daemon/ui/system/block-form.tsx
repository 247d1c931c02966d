import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'

/** How long an address can be blocked, in seconds; forever for 0. */
const durations = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000, forever: 0 } as const
type Duration = keyof typeof durations

interface Block {
  readonly ip: string
  readonly reason: string
  readonly duration: Duration
}

/** Keeps an address or a network out. */
export function BlockForm() {
  const { t } = useTranslation('system')
  const block = useAct('security.block_ip', ['security.stats'])
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
