import { Badge, Group, Stack, Title } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { GoalStatus } from './goal.ts'
import { type Acts, GoalList } from './goal-list.tsx'
import classes from './goals.module.css'
import type { Goals } from './use-goals.ts'

interface Props {
  readonly status: GoalStatus
  readonly goals: Goals
  readonly acts: Acts
}

/** The goals of one status. */
export function BoardColumn({ status, goals, acts }: Props) {
  const { t } = useTranslation('goals')
  const id = useId()
  return (
    <section className={classes['column']} aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" px={4}>
          <Title order={2} size="h5" id={id}>
            {t(`column.${status}`)}
          </Title>
          <Badge variant="default" size="sm">
            {goals.count(status)}
          </Badge>
        </Group>
        <GoalList status={status} goals={goals} acts={acts} />
      </Stack>
    </section>
  )
}
