import { Stack } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { type AuditChoice, auditInput } from './audit-input.ts'
import { AuditRow } from './audit-row.tsx'
import { Pages } from './pages.tsx'
import { Panel } from './panel.tsx'
import classes from './system.module.css'
import { useNames } from './use-names.ts'
import { useSteady } from './use-steady.ts'

const size = 25

/** Everything of weight that was done, newest first. */
export function AuditLog() {
  const { t } = useTranslation('system')
  const [choice, choose] = useState<AuditChoice>({ event: '', family_member_uuid: '', from: '', to: '' })
  const [page, setPage] = useState(1)
  const names = useNames()
  const input = auditInput(choice)
  const found = useSteady(useLive('audit.list', { ...input, limit: size, offset: (page - 1) * size }))
  return (
    <Panel title={t('audit.title')} text={t('audit.text')}>
      <AuditFilter
        choice={choice}
        onChange={(next) => {
          choose(next)
          setPage(1)
        }}
      />
      <LiveLoaded of={found} lines={6}>
        {({ items, total }) => (
          <Stack>
            {total === 0 && (
              <Empty icon={IconFileSearch} title={t('audit.none')} text={t('audit.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('audit.title')} hidden={items.length === 0}>
              {items.map((row) => (
                <AuditRow key={row.seq} row={row} names={names} />
              ))}
            </ul>
            <Pages page={page} size={size} total={total} onChange={setPage} />
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}
