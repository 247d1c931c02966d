import { Card, Group, Spoiler, Stack, Text, Title } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Goal } from './goal.ts'
import { GoalFacts } from './goal-facts.tsx'
import type { Acts } from './goal-list.tsx'
import { GoalMenu } from './goal-menu.tsx'
import classes from './goals.module.css'
import { PriorityBadge } from './priority-badge.tsx'
import { ProgressControl } from './progress-control.tsx'
import { SuggestionAnswer } from './suggestion-answer.tsx'

/** One goal: how it stands, and what can be done with it. */
export function GoalCard({ goal, onEdit, onMove }: Acts & { readonly goal: Goal }) {
  const { t } = useTranslation(['goals', 'common'])
  const id = `goal-${goal.goal_uuid}`
  const goesOn = goal.status === 'active' || goal.status === 'paused'
  const over = goal.status === 'completed' || goal.status === 'cancelled'
  return (
    <Card component="article" padding="md" aria-labelledby={id}>
      <Stack gap="xs">
        <Group wrap="nowrap" justify="space-between" align="flex-start" gap={4}>
          <Title order={3} size="md" id={id} className={classes['name'] ?? ''}>
            {goal.title}
          </Title>
          {!over && <GoalMenu goal={goal} onEdit={onEdit} onMove={onMove} />}
        </Group>
        {goal.description && (
          <Spoiler maxHeight={62} showLabel={t('common:act.more')} hideLabel={t('common:act.close')}>
            <Text size="sm" className={classes['words'] ?? ''}>
              {goal.description}
            </Text>
          </Spoiler>
        )}
        {!over && <PriorityBadge priority={goal.priority} />}
        {goal.origin === 'companion' && (
          <div className={classes['fact']}>
            <IconSparkles size={16} stroke={1.7} aria-hidden />
            {t('origin.companion')}
          </div>
        )}
        <GoalFacts goal={goal} />
        {goesOn && <ProgressControl goal={goal} onComplete={() => onMove(goal, 'complete')} />}
        {goal.status === 'suggested' && <SuggestionAnswer goal={goal} onMove={onMove} />}
      </Stack>
    </Card>
  )
}
