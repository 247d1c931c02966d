import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Goal, GoalStatus } from './goal.ts'
import { GoalCard } from './goal-card.tsx'
import classes from './goals.module.css'
import { type Move, moveBeside } from './moves.ts'
import type { Goals } from './use-goals.ts'

/** What can be done with a goal of the board. */
export interface Acts {
  readonly onEdit: (goal: Goal) => void
  readonly onMove: (goal: Goal, move: Move) => void
}

interface Props {
  readonly status: GoalStatus
  readonly goals: Goals
  readonly acts: Acts
  /** Whether the goals stand side by side. */
  readonly wide?: boolean
}

/** The goals of one status, moved with Shift and the arrow keys too. */
export function GoalList({ status, goals, acts, wide = false }: Props) {
  const { t } = useTranslation('goals')
  const shown = goals.of(status)
  const more = goals.more(status)
  const hidden = goals.count(status) - shown.length
  const moveByKey = (event: React.KeyboardEvent, goal: Goal) => {
    const { key, shiftKey, target } = event
    const inSlider = target instanceof Element && target.closest('[role="slider"], [role="menu"]') !== null
    if (!shiftKey || inSlider || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return
    const move = moveBeside(status, key === 'ArrowRight' ? 'right' : 'left')
    if (move === null) return
    event.preventDefault()
    acts.onMove(goal, move)
  }
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed" px={4} pb={4}>
        {t(`empty.${status}`)}
      </Text>
    )
  return (
    <Stack gap="sm">
      <ul
        className={`${classes['list']} ${wide ? classes['shelf'] : ''}`}
        aria-label={t('column.label', { column: t(`column.${status}`), count: shown.length })}
      >
        {shown.map((goal) => (
          <li
            key={goal.goal_uuid}
            data-goal={goal.goal_uuid}
            tabIndex={-1}
            onKeyDown={(event) => moveByKey(event, goal)}
          >
            <GoalCard goal={goal} {...acts} />
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="default" size="sm" onClick={more}>
          {t('board.more', { count: hidden })}
        </Button>
      )}
      {!more && hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('board.newest', { count: shown.length })}
        </Text>
      )}
    </Stack>
  )
}
