import { Button, Card, Divider, Group, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import type { Memory } from './filter.ts'
import { MemoryText } from './memory-text.tsx'
import { PinUnpinned } from './pin-unpinned.tsx'
import { useMemoryActs } from './use-memory-acts.tsx'

/** Memories that say nearly the same: one of them can be kept. */
export function DuplicateGroup({ memories }: { readonly memories: readonly Memory[] }) {
  const { t } = useTranslation('memories')
  const { forget, busy } = useMemoryActs()
  return (
    <Card padding="md" role="group" aria-label={t('checkup.group', { count: memories.length })}>
      <Stack gap="sm">
        {memories.map((memory, at) => (
          <Fragment key={memory.memory_uuid}>
            {at > 0 && <Divider />}
            <Group justify="space-between" gap="sm">
              <Stack gap={2} flex={1} miw={200}>
                <MemoryText text={memory.content} />
                <Text size="xs" c="dimmed">
                  {t(`kind.${memory.kind}`)} · <Moment at={memory.created_at} />
                </Text>
              </Stack>
              <Group gap="xs" wrap="nowrap">
                <PinUnpinned memory={memory} />
                <Button
                  variant="light"
                  h={40}
                  disabled={busy}
                  aria-label={t('checkup.keep_label', { content: memory.content.slice(0, 80) })}
                  onClick={() => forget(memories.filter((other) => other !== memory))}
                >
                  {t('checkup.keep')}
                </Button>
              </Group>
            </Group>
          </Fragment>
        ))}
      </Stack>
    </Card>
  )
}
