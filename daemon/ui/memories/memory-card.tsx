import { ActionIcon, Card, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconPin, IconPinnedFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMember } from '../api/session.ts'
import type { Memory } from './filter.ts'
import { MemoryMarks } from './memory-marks.tsx'
import { MemoryMenu } from './memory-menu.tsx'
import { MemoryText } from './memory-text.tsx'
import type { Reason } from './reasons.ts'
import { useMemoryActs } from './use-memory-acts.tsx'

interface Props {
  readonly memory: Memory
  /** Why it was found, where it was searched for. */
  readonly reasons?: readonly Reason[]
}

/** A memory, and what can be done with it: with one of somebody else's, nothing but read. */
export function MemoryCard({ memory, reasons }: Props) {
  const { t } = useTranslation('memories')
  const own = memory.family_member_uuid === useMember().family_member_uuid
  return (
    <Card padding="sm">
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Stack gap={6} flex={1} miw={0} py={4} pl={4}>
          <MemoryText text={memory.content} dimmed={memory.superseded_by !== null} />
          {reasons && reasons.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('match.label', { reasons: reasons.map((reason) => t(reason)).join(' · ') })}
            </Text>
          )}
          <MemoryMarks memory={memory} own={own} />
        </Stack>
        {own && (
          <Group wrap="nowrap" gap={2}>
            <PinButton memory={memory} />
            <MemoryMenu memory={memory} />
          </Group>
        )}
      </Group>
    </Card>
  )
}

function PinButton({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  const { setPinned, busy } = useMemoryActs()
  const { pinned } = memory
  return (
    <Tooltip label={t(pinned ? 'pin.on' : 'pin.off')}>
      <ActionIcon
        variant="subtle"
        color={pinned ? 'iris' : 'gray'}
        size={40}
        aria-label={t('pin.label')}
        aria-pressed={pinned}
        onClick={() => {
          if (!busy) setPinned(memory, !pinned)
        }}
      >
        {pinned ? <IconPinnedFilled size={18} aria-hidden /> : <IconPin size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
