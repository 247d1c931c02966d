import { Alert, Button, Card, Group, List, Stack, Switch, Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileMemory, MemoryFileContent } from '../../client/memory-file.ts'
import { Empty } from '../parts/empty.tsx'

interface Props {
  readonly content: MemoryFileContent
  readonly onStart: (memories: readonly FileMemory[]) => void
  readonly onBack: () => void
}

/** How many of what is unreadable are named. */
const few = 5

/** What a file holds, before any of it is stored. */
export function ImportPreview({ content: { memories, unreadable, superseded }, onStart, onBack }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const [kept, setKept] = useState(false)
  const shared = memories.filter(({ visibility }) => visibility === 'household').length
  const wanted = kept ? memories.map((memory) => ({ ...memory, visibility: 'private' })) : memories
  return (
    <Stack>
      {memories.length === 0 ? (
        <Empty icon={IconFileOff} title={t('import.nothing')} text={t('import.lead')} />
      ) : (
        <>
          <Text fw={600}>{t('import.count', { count: memories.length })}</Text>
          <Sample memories={memories} />
        </>
      )}
      {shared > 0 && (
        <Switch
          label={t('import.keep_private', { count: shared })}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      )}
      {superseded > 0 && (
        <Text size="sm" c="dimmed">
          {t('import.superseded', { count: superseded })}
        </Text>
      )}
      {unreadable.length > 0 && (
        <Alert color="yellow" variant="light" title={t('import.unreadable', { count: unreadable.length })}>
          <List size="sm">
            {unreadable.slice(0, few).map(({ place, reason }) => (
              <List.Item key={place}>{t(`import.${reason}`, { place })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('common:action.back')}
        </Button>
        <Button data-autofocus disabled={memories.length === 0} onClick={() => onStart(wanted)}>
          {t('import.start', { count: memories.length })}
        </Button>
      </Group>
    </Stack>
  )
}

function Sample({ memories }: { readonly memories: readonly FileMemory[] }) {
  const { t } = useTranslation('memories')
  const shown = memories.slice(0, few)
  return (
    <Card padding="sm">
      <List size="sm" spacing={4} listStyleType="none">
        {shown.map(({ content }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two of a file may be the same
          <List.Item key={at}>
            <Text size="sm" lineClamp={2}>
              {content}
            </Text>
          </List.Item>
        ))}
      </List>
      {memories.length > few && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('import.others', { count: memories.length - few })}
        </Text>
      )}
    </Card>
  )
}
