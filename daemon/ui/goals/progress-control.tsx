import { Button, Group, Popover, Progress, Slider, Stack, Text, UnstyledButton } from '@mantine/core'
import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeKnown, useAction } from '../api/operations.ts'
import { showFailure } from '../parts/feedback.tsx'
import { type Goal, withGoal } from './goal.ts'
import classes from './goals.module.css'
import { goalQueries } from './use-moves.ts'

interface Props {
  readonly goal: Goal
  readonly onComplete: () => void
}

/** How far a goal is, and a slider to change it. */
export function ProgressControl({ goal, onComplete }: Props) {
  const { t, i18n } = useTranslation('goals')
  const [opened, setOpened] = useState(false)
  const [moved, setMoved] = useState<number | null>(null)
  const update = useAction('agency.update_goal', goalQueries, goal.goal_uuid)
  const value = moved ?? Math.round(goal.progress * 100)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(value / 100)
  const save = (wanted: number) => {
    const last = update.isPending ? update.variables.progress : goal.progress
    if (wanted === Math.round((last ?? 0) * 100)) return
    update.mutate(
      { id: goal.goal_uuid, progress: wanted / 100 },
      {
        onError: showFailure,
        onSuccess: ({ goal: saved }) => changeKnown('agency.goals', (goals) => withGoal(goals, saved)),
        // Together with the goal as it is known by then.
        onSettled: () => notifyManager.schedule(() => setMoved((now) => (now === wanted ? null : now))),
      },
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={260}
      position="bottom"
      trapFocus
      returnFocus
      withArrow
    >
      <Popover.Target>
        <UnstyledButton
          className={classes['progress'] ?? ''}
          onClick={() => setOpened(!opened)}
          aria-label={t('progress.of', { title: goal.title, percent })}
        >
          <Group wrap="nowrap" gap="sm">
            <Progress value={value} flex={1} size="sm" aria-hidden />
            <Text size="sm" fw={600}>
              {percent}
            </Text>
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('progress.label')}>
        <Stack gap="lg" p={4}>
          <Text size="sm" fw={600}>
            {t('progress.label')}: {percent}
          </Text>
          <Slider
            value={value}
            onChange={setMoved}
            onChangeEnd={save}
            step={5}
            label={null}
            size="lg"
            thumbSize={24}
            thumbLabel={t('progress.label')}
            thumbProps={{ 'aria-valuetext': percent }}
          />
          <Button
            variant="light"
            onClick={() => {
              setOpened(false)
              onComplete()
            }}
          >
            {t('progress.complete')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
