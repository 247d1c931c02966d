import { Anchor, Badge, Group, Text } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import type { Memory } from './filter.ts'

/** What is to be known of a memory beside its words. */
export function MemoryMarks({ memory, own }: { readonly memory: Memory; readonly own: boolean }) {
  const { t } = useTranslation('memories')
  return (
    <Group gap={6}>
      {memory.superseded_by !== null && (
        <Badge color="gray" variant="outline" tt="none">
          {t('superseded')}
        </Badge>
      )}
      <Badge variant="light" tt="none">
        {t(`kind.${memory.kind}`)}
      </Badge>
      {memory.visibility === 'household' && (
        <Badge
          variant="light"
          color="teal"
          tt="none"
          autoContrast={false}
          leftSection={<IconHome size={12} aria-hidden />}
        >
          {t(own ? 'visibility.household' : 'visibility.other')}
        </Badge>
      )}
      {memory.tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
      <Text size="xs" c="dimmed" component="span">
        <MemorySource memory={memory} own={own} /> · <Moment at={memory.created_at} />
      </Text>
    </Group>
  )
}

interface Props {
  readonly memory: Pick<Memory, 'source'>
  readonly own: boolean
}

/** Where a memory is from, and who said it: what was said in a conversation can be looked up there. */
export function MemorySource({ memory: { source }, own }: Props) {
  const { t } = useTranslation('memories')
  const { actor, source_name, speaker } = source
  const from =
    source_name === null
      ? t(`source.${actor}`)
      : t('source.named', { source: t(`source.${actor}`), name: source_name })
  const text = speaker === null ? from : t('source.said', { speaker, source: from })
  if (!own || source.message_uuid === null) return text
  return (
    <Anchor size="xs" underline="always" href={`#/talk?message=${source.message_uuid}`}>
      {text}
    </Anchor>
  )
}
