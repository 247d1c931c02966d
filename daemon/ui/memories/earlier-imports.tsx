import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../client/import-file.ts'
import { useLive, useOperation } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { Moment } from '../parts/moment.tsx'
import { useUndoImport } from './use-undo-import.ts'

/** So many are shown, the newest first. */
const limit = 5

/** What was imported before, each of which can be undone. */
export function EarlierImports() {
  const { t } = useTranslation('memories')
  const { undo, busy } = useUndoImport()
  const restriction = useRestriction()
  const items = useOperation('imports.list', { limit }).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Stack component="section" aria-labelledby="earlier-imports" gap="xs">
      <Title order={3} size="h5" id="earlier-imports">
        {t('import.earlier')}
      </Title>
      {items.map((one) => (
        <Group key={one.import_uuid} justify="space-between" wrap="nowrap">
          <Described one={one} />
          {!restriction && one.state !== 'undone' && (one.stored > 0 || one.state === 'running') && (
            <Button
              variant="subtle"
              flex="none"
              loading={busy}
              aria-label={t('import.undo_of', { name: nameOf(one, t('import.pasted')) })}
              onClick={() => undo(one.import_uuid)}
            >
              {t('import.undo')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}

const nameOf = ({ source_name }: Import, otherwise: string) => source_name ?? otherwise

function Described({ one: listed }: { readonly one: Import }) {
  const { t } = useTranslation('memories')
  const one = useLive('imports.get', { id: listed.import_uuid }).data?.import ?? listed
  return (
    <div>
      <Text size="sm" lineClamp={1}>
        {nameOf(one, t('import.pasted'))}
      </Text>
      <Text size="sm" c="dimmed">
        <Moment at={one.created_at} /> · {t(`import.state_${one.state}`, { count: one.stored })}
      </Text>
    </div>
  )
}
