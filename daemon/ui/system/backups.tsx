import { Button, Stack } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useLive } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { BackupRow } from './backup-row.tsx'
import { Pages } from './pages.tsx'
import { Panel } from './panel.tsx'
import { Restarting } from './restarting.tsx'
import classes from './system.module.css'
import { useSteady } from './use-steady.ts'

const size = 20

/** Copies of everything that the companion holds, made, deleted, and put in the place of what is now. */
export function Backups() {
  const { t } = useTranslation('system')
  const [page, setPage] = useState(1)
  const [restarting, setRestarting] = useState(false)
  const backups = useSteady(useLive('backups.list', { limit: size, offset: (page - 1) * size }))
  const create = useAct('backups.create', ['backups.list'])
  const restore = useAct('backups.restore')
  const { run, dialog } = useStepUp()
  const panel = useRef<HTMLDivElement>(null)
  const putBack = (id: string) =>
    run(async () => {
      await restore.mutateAsync({ id })
      setRestarting(true)
    })
  return (
    <Panel
      ref={panel}
      title={t('backups.title')}
      text={t('backups.text')}
      actions={
        <Button
          loading={create.isPending}
          onClick={() =>
            create.mutate({}, { onError: showFailure, onSuccess: () => showDone(t('backups.created')) })
          }
        >
          {t('backups.create')}
        </Button>
      }
    >
      <LiveLoaded of={backups}>
        {({ items, total }) => (
          <Stack>
            {total === 0 && (
              <Empty icon={IconArchive} title={t('backups.none')} text={t('backups.none_text')} />
            )}
            <ul className={classes['rows']} aria-label={t('backups.title')} hidden={items.length === 0}>
              {items.map((backup) => (
                <BackupRow
                  key={backup.id}
                  backup={backup}
                  restoring={restore.isPending && restore.variables.id === backup.id}
                  onRestore={() => putBack(backup.id)}
                  onGone={() => panel.current?.focus()}
                />
              ))}
            </ul>
            <Pages page={page} size={size} total={total} onChange={setPage} />
          </Stack>
        )}
      </LiveLoaded>
      {dialog}
      {restarting && <Restarting onBack={() => setRestarting(false)} />}
    </Panel>
  )
}
