import { Button, Card, Divider, Group, List, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import type { Memory } from './filter.ts'
import { MemoryText } from './memory-text.tsx'
import { PinUnpinned } from './pin-unpinned.tsx'
import { useMemoryActs } from './use-memory-acts.tsx'

interface Props {
  readonly name: 'never_used' | 'stale'
  readonly memories: readonly Memory[]
  /** How many there are, also beyond those. */
  readonly total: number
}

/** Memories that nobody seems to need: each can be pinned or forgotten, or all of them forgotten. */
export function UnusedMemories({ name, memories, total }: Props) {
  const { t } = useTranslation('memories')
  const { forget, busy } = useMemoryActs()
  if (memories.length === 0) return null
  return (
    <Stack component="section" aria-labelledby={name}>
      <Group justify="space-between">
        <Stack gap={2}>
          <Title order={2} id={name}>
            {t(`checkup.${name}`, { count: total })}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`checkup.${name}_text`)}
          </Text>
        </Stack>
        {memories.length > 1 && (
          <Button variant="default" h={40} disabled={busy} onClick={() => forget(memories)}>
            {t('checkup.forget_all', { count: memories.length })}
          </Button>
        )}
      </Group>
      <Card padding="md">
        <List
          listStyleType="none"
          spacing="sm"
          styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
        >
          {memories.map((memory, at) => (
            <List.Item key={memory.memory_uuid}>
              {at > 0 && <Divider mb="sm" />}
              <Unused memory={memory} />
            </List.Item>
          ))}
        </List>
      </Card>
    </Stack>
  )
}

function Unused({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  const { forget, busy } = useMemoryActs()
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} flex={1} miw={200}>
        <MemoryText text={memory.content} />
        <Text size="xs" c="dimmed">
          {t('checkup.used')} <Moment at={memory.last_accessed_at} />
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <PinUnpinned memory={memory} />
        <Button
          variant="light"
          color="red"
          h={40}
          disabled={busy}
          aria-label={t('checkup.forget_label', { content: memory.content.slice(0, 80) })}
          onClick={() => forget([memory])}
        >
          {t('act.forget')}
        </Button>
      </Group>
    </Group>
  )
}
