import { Alert, Button, Card, Divider, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconMessageQuestion, IconPin, IconRefresh, IconSparkles } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import type { Memory } from './filter.ts'
import { MemoryText } from './memory-text.tsx'
import { useMemoryActions } from './use-memory-actions.ts'

/** What may be of no use any more, or is there more than once; what becomes of it, the member says. */
export function Checkup() {
  const { t, i18n } = useTranslation('memories')
  const checkup = useOperation('memory.checkup')
  return (
    <Stack gap="xl">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text c="dimmed" maw={560}>
          {t('checkup.lead')}
        </Text>
        <Button
          variant="default"
          flex="none"
          h={40}
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={checkup.isFetching}
          onClick={() => void checkup.refetch()}
        >
          {t('checkup.again')}
        </Button>
      </Group>
      <Contradictions />
      <Loaded of={checkup}>
        {({ checked, duplicates, never_used, stale, totals }) => (
          <>
            {totals.duplicates + totals.never_used + totals.stale === 0 && (
              <Empty icon={IconSparkles} title={t('checkup.fine')} text={t('checkup.fine_text')} />
            )}
            {duplicates.length > 0 && (
              <Stack component="section" aria-labelledby="duplicates">
                <Title order={2} id="duplicates">
                  {t('checkup.duplicates', { count: totals.duplicates })}
                </Title>
                {duplicates.map(({ memories }) => (
                  <DuplicateGroup
                    key={memories.map(({ memory_uuid }) => memory_uuid).join()}
                    memories={memories}
                  />
                ))}
              </Stack>
            )}
            <UnusedMemories name="never_used" memories={never_used} total={totals.never_used} />
            <UnusedMemories name="stale" memories={stale} total={totals.stale} />
            <Text size="sm" c="dimmed">
              {t('checkup.checked', { count: checked, number: checked.toLocaleString(i18n.language) })}
            </Text>
          </>
        )}
      </Loaded>
      <Room />
    </Stack>
  )
}

/** How much room there is for memories, and how much of it they take. */
function Room() {
  const { t, i18n } = useTranslation('memories')
  const usage = useOperation('memory.usage').data
  if (!usage) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  const megabytes = (bytes: number) =>
    (bytes / 1_000_000).toLocaleString(i18n.language, { maximumFractionDigits: 1 })
  return (
    <Text size="sm" c="dimmed">
      {t('checkup.room', {
        memories: number(usage.memories),
        max_memories: number(usage.max_memories),
        megabytes: megabytes(usage.bytes),
        max_megabytes: megabytes(usage.max_bytes),
      })}
    </Text>
  )
}

/** Tells that the companion has asked which of two memories holds: that is answered in the inbox. */
function Contradictions() {
  const { t } = useTranslation('memories')
  const asked = useOperation('interactions.list', { status: ['pending'], category: ['memory'], limit: 1 })
  const count = asked.data?.total ?? 0
  if (count === 0) return null
  return (
    <Alert variant="light" icon={<IconMessageQuestion aria-hidden />}>
      <Group justify="space-between">
        <Text size="sm">{t('checkup.contradictions', { count })}</Text>
        <Button component={Link} to="/inbox" variant="default" size="sm">
          {t('checkup.to_inbox')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Memories that say nearly the same: one of them can be kept. */
function DuplicateGroup({ memories }: { readonly memories: readonly Memory[] }) {
  const { t } = useTranslation('memories')
  const { forget, busy } = useMemoryActions()
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

interface Props {
  readonly name: 'never_used' | 'stale'
  readonly memories: readonly Memory[]
  /** How many there are, also beyond those. */
  readonly total: number
}

/** Memories that nobody seems to need: each can be pinned or forgotten, or all of them forgotten. */
function UnusedMemories({ name, memories, total }: Props) {
  const { t } = useTranslation('memories')
  const { forget, busy } = useMemoryActions()
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
  const { forget, busy } = useMemoryActions()
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
          {t('action.forget')}
        </Button>
      </Group>
    </Group>
  )
}

/** Has a memory stay as important as it is: the check-up lets it be from then on. */
function PinUnpinned({ memory }: { readonly memory: Memory }) {
  const { t } = useTranslation('memories')
  const { setPinned, busy } = useMemoryActions()
  if (memory.pinned) return null
  return (
    <Button
      variant="default"
      h={40}
      disabled={busy}
      leftSection={<IconPin size={16} aria-hidden />}
      aria-label={t('checkup.pin_label', { content: memory.content.slice(0, 80) })}
      onClick={() => setPinned(memory, true)}
    >
      {t('checkup.pin')}
    </Button>
  )
}
