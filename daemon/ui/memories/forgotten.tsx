import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useMemoryDialogs } from './dialogs.ts'
import type { Memory } from './filter.ts'
import { MemoryMarks } from './memory-marks.tsx'
import { MemoryText } from './memory-text.tsx'
import { useMemoryActions } from './use-memory-actions.ts'
import { VirtualList } from './virtual-list.tsx'

const size = 100
const usePage = (page: number) =>
  useOperation('memory.forgotten', { limit: size, offset: page * size }, { keep: page === 0 })

/** What was forgotten in the last days, and can be taken back. */
export function Forgotten() {
  const { t } = useTranslation('memories')
  const first = usePage(0)
  return (
    <Loaded of={first}>
      {({ total }) =>
        total === 0 ? (
          <Empty icon={IconTrash} title={t('nothing.forgotten')} text={t('forgotten.lead')} />
        ) : (
          <Stack>
            <Text c="dimmed">{t('forgotten.lead')}</Text>
            <VirtualList label={t('section.forgotten')} count={total}>
              {(index) => <Row index={index} />}
            </VirtualList>
          </Stack>
        )
      }
    </Loaded>
  )
}

function Row({ index }: { readonly index: number }) {
  const memory = usePage(Math.floor(index / size)).data?.items[index % size]
  return memory ? (
    <ForgottenMemory key={memory.memory_uuid} memory={memory} />
  ) : (
    <Skeleton height={94} radius="lg" />
  )
}

function ForgottenMemory({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  const { restore, busy } = useMemoryActions()
  const { restoreFocus } = useMemoryDialogs()
  return (
    <Card padding="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={6} flex={1} miw={200} p={4}>
          <MemoryText text={memory.content} />
          <MemoryMarks memory={memory} own />
        </Stack>
        <Button
          variant="light"
          h={40}
          disabled={busy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => {
            restore([memory.memory_uuid])
            restoreFocus()
          }}
        >
          {t('action.restore')}
        </Button>
      </Group>
    </Card>
  )
}
