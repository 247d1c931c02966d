import { Button, Collapse, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconTarget } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../parts/empty.tsx'
import { Reading } from '../parts/reading.tsx'
import { BoardColumn } from './board-column.tsx'
import { FinalQuestion } from './final-question.tsx'
import { columns, type Goal, type GoalStatus, shelves } from './goal.ts'
import { GoalList } from './goal-list.tsx'
import classes from './goals.module.css'
import { isFinal, type Move } from './moves.ts'
import { ShelfChoice } from './shelf-choice.tsx'
import { useFocusFollowing } from './use-focus-following.ts'
import { useGoals } from './use-goals.ts'
import { useMoves } from './use-moves.ts'

interface Props {
  readonly onEdit: (goal: Goal) => void
  readonly onCreate: () => void
}

/** All goals by what becomes of them: side by side, or one column after the other where the window is narrow. */
export function Board({ onEdit, onCreate }: Props) {
  const { t } = useTranslation('goals')
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const goals = useGoals()
  const [shelf, setShelf] = useState<GoalStatus>('active')
  const [showsCancelled, { toggle }] = useDisclosure()
  const [asked, setAsked] = useState<{ readonly goal: Goal; readonly move: Move } | null>(null)
  const { move } = useMoves()
  const places = shelves
    .map((status) =>
      goals
        .of(status)
        .map(({ goal_uuid }) => goal_uuid)
        .join(),
    )
    .join(';')
  const { ref, follow } = useFocusFollowing(places)
  const go = (goal: Goal, wanted: Move) => {
    follow(goal.goal_uuid)
    void move(goal, wanted)
  }
  const acts = {
    onEdit,
    onMove: (goal: Goal, wanted: Move) =>
      isFinal(wanted) ? setAsked({ goal, move: wanted }) : go(goal, wanted),
  }
  const board = narrow ? (
    <Stack>
      <ShelfChoice goals={goals} value={shelf} onChange={setShelf} />
      <GoalList key={shelf} status={shelf} goals={goals} acts={acts} />
    </Stack>
  ) : (
    <Stack>
      <div className={classes['board']}>
        {columns.map((status) => (
          <BoardColumn key={status} status={status} goals={goals} acts={acts} />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t('board.hint')}
      </Text>
      {goals.count('cancelled') > 0 && (
        <Stack gap="sm">
          <Button
            variant="subtle"
            color="gray"
            w="fit-content"
            aria-expanded={showsCancelled}
            onClick={toggle}
            leftSection={
              showsCancelled ? (
                <IconChevronDown size={18} aria-hidden />
              ) : (
                <IconChevronRight size={18} aria-hidden />
              )
            }
          >
            {t('column.label', { column: t('column.cancelled'), count: goals.count('cancelled') })}
          </Button>
          <Collapse expanded={showsCancelled}>
            <GoalList status="cancelled" goals={goals} acts={acts} wide />
          </Collapse>
        </Stack>
      )}
    </Stack>
  )
  return (
    <div ref={ref} tabIndex={-1} role="region" aria-label={t('title')} style={{ outline: 'none' }}>
      <Reading of={goals.reading}>
        {() =>
          goals.any ? (
            board
          ) : (
            <Empty icon={IconTarget} title={t('empty.title')} text={t('empty.text')}>
              <Button variant="light" onClick={onCreate}>
                {t('new.label')}
              </Button>
            </Empty>
          )
        }
      </Reading>
      <FinalQuestion
        asked={asked}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && go(asked.goal, asked.move)}
      />
    </div>
  )
}
