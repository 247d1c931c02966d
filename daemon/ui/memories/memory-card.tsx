import { ActionIcon, Card, Group, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { IconDots, IconHistory, IconPencil, IconPin, IconPinnedFilled, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMember, useRestriction } from '../api/session.ts'
import { beginningOf } from '../parts/beginning.ts'
import { useMemoryDialogs } from './dialogs.ts'
import type { Memory } from './filter.ts'
import { MemoryMarks } from './memory-marks.tsx'
import { MemoryText } from './memory-text.tsx'
import type { Reason } from './reasons.ts'
import { useMemoryActions } from './use-memory-actions.ts'

interface Props {
  readonly memory: Memory
  /** Why it was found, where it was searched for. */
  readonly reasons?: readonly Reason[]
}

/** A memory, and what can be done with it: with one of somebody else's, nothing but read. */
export function MemoryCard({ memory, reasons }: Props) {
  const { t } = useTranslation('memories')
  const restriction = useRestriction()
  const isOwn = memory.family_member_uuid === useMember().family_member_uuid
  const own = isOwn && restriction !== 'read_only'
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
          <MemoryMarks memory={memory} own={isOwn} />
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
  const { setPinned, busy } = useMemoryActions()
  const { pinned } = memory
  return (
    <Tooltip label={t(pinned ? 'pin.on' : 'pin.off')}>
      <ActionIcon
        variant="subtle"
        color={pinned ? 'iris' : 'gray'}
        size={40}
        aria-label={t('pin.of', { words: beginningOf(memory.content) })}
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

function MemoryMenu({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation(['memories', 'common'])
  const { edit, showLineage } = useMemoryDialogs()
  const { forget } = useMemoryActions()
  const restriction = useRestriction()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('action.menu', { words: beginningOf(memory.content) })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(memory)}>
          {t('common:action.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => showLineage(memory)}>
          {t('lineage.open')}
        </Menu.Item>
        {!restriction && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => forget([memory])}
          >
            {t('action.forget')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
