import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../parts/page.tsx'
import { Board } from './board.tsx'
import type { Goal } from './goal.ts'
import { GoalDialog } from './goal-dialog.tsx'
import classes from './goals.module.css'
import { HoursCard } from './hours-card.tsx'

/** What the member is after, as a board, and when the companion may come back to it. */
export function GoalsPage() {
  const { t } = useTranslation('goals')
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  const create = (
    <Button h={40} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('new.label')}
    </Button>
  )
  return (
    <div className={classes['wide']}>
      <Page title={t('title')} lead={t('lead')} actions={create}>
        <Stack gap="xl">
          <Board onEdit={setEdited} onCreate={() => setEdited('new')} />
          <HoursCard />
        </Stack>
      </Page>
      <GoalDialog edited={edited} onClose={() => setEdited(null)} />
    </div>
  )
}
