import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FileMemory } from '../../client/memory-file.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import type { Storing } from './use-import.ts'

interface Props extends Storing {
  readonly onStop: () => void
  readonly onAgain: (memories: readonly FileMemory[]) => void
  readonly onClose: () => void
}

const few = 10

/** How far an import is, and what became of it. */
export function ImportResult({ memories, sofar, running, error, onStop, onAgain, onClose }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const { done, stored, merged, refused } = sofar
  const all = memories.length
  return (
    <Stack>
      <Text fw={600} role="status">
        {running ? t('import.running', { done, count: all }) : t('import.finished', { done, count: all })}
      </Text>
      <Progress
        value={all === 0 ? 100 : (100 * done) / all}
        aria-label={t('import.progress')}
        animated={running}
      />
      <List>
        <List.Item>{t('import.stored', { count: stored })}</List.Item>
        <List.Item>{t('import.merged', { count: merged })}</List.Item>
        <List.Item>{t('import.refused', { count: refused.length })}</List.Item>
      </List>
      {refused.length > 0 && (
        <Alert color="yellow" variant="light">
          <List size="sm">
            {refused.slice(0, few).map(({ content, reason }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two of a file may be the same
              <List.Item key={at}>
                {content.slice(0, 80)}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {error !== null && <FailureAlert error={error} retry={() => onAgain(memories.slice(done))} />}
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" onClick={onStop}>
            {t('import.stop')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('common:action.done')}</Button>
        )}
      </Group>
    </Stack>
  )
}
