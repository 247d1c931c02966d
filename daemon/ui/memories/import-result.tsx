import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { LiveLoaded } from '../parts/loaded.tsx'
import { useUndoImport } from './use-undo-import.ts'

interface Props {
  readonly import_uuid: string
  readonly onClose: () => void
}

/** How far an import is, and what became of it; all of it can be undone. */
export function ImportResult({ import_uuid, onClose }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const live = useLive('imports.get', { id: import_uuid })
  const { undo, busy } = useUndoImport(onClose)
  const restriction = useRestriction()
  const now = live.data?.import
  const nothing = now !== undefined && now.state !== 'running' && now.stored === 0
  return (
    <Stack>
      <LiveLoaded of={live}>
        {({ import: { state, format, total, done, stored, merged, skipped, error } }) => (
          <>
            <Text fw={600} role="status">
              {state === 'running'
                ? t('import.running', { done, total: total ?? '…' })
                : t(format === 'archive' ? 'import.archive_stored' : 'import.stored', { count: stored })}
            </Text>
            <Progress
              value={state === 'running' ? (100 * done) / (total ?? Infinity) : 100}
              aria-label={t('import.progress')}
              animated={state === 'running'}
            />
            {state === 'running' ? (
              <Text c="dimmed">{t('import.goes_on')}</Text>
            ) : (
              <List>
                {merged > 0 && <List.Item>{t('import.merged', { count: merged })}</List.Item>}
                {format === 'archive' && stored > 0 && <List.Item>{t('import.archive_undo')}</List.Item>}
                {skipped > 0 && <List.Item>{t('import.skipped', { count: skipped })}</List.Item>}
              </List>
            )}
            {error !== null && (
              <Alert color="red" variant="light" role="alert">
                {t(`import.failed_${error}`)}
              </Alert>
            )}
          </>
        )}
      </LiveLoaded>
      <Group justify="flex-end">
        {nothing || restriction || (
          <Button variant="default" loading={busy} onClick={() => undo(import_uuid)}>
            {t('import.undo')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:action.done')}</Button>
      </Group>
    </Stack>
  )
}
