import { Badge, Button, Chip, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconTarget } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { GoalList } from './goal-list.tsx'
import { columns, type Goal, type GoalStatus, shelves } from './goal.ts'
import classes from './goals.module.css'
import { type GoalActions, isFinal, type Move } from './moves.ts'
import { useFocusFollowing } from './use-focus-following.ts'
import { type Goals, useGoals } from './use-goals.ts'
import { useMoves } from './use-moves.ts'

interface Props {
  readonly onEdit: (goal: Goal) => void
  readonly onCreate: () => void
}

/** All goals by what becomes of them: side by side, or one column after the other where the window is narrow. */
export function Board({ onEdit, onCreate }: Props) {
  const { t } = useTranslation('goals')
  const narrow = useNarrow()
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
  const actions = {
    onEdit,
    onMove: (goal: Goal, wanted: Move) =>
      isFinal(wanted) ? setAsked({ goal, move: wanted }) : go(goal, wanted),
  }
  const board = narrow ? (
    <Stack>
      <ShelfChoice goals={goals} value={shelf} onChange={setShelf} />
      <GoalList key={shelf} status={shelf} goals={goals} actions={actions} />
    </Stack>
  ) : (
    <Stack>
      <div className={classes['board']}>
        {columns.map((status) => (
          <BoardColumn key={status} status={status} goals={goals} actions={actions} />
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
            <GoalList status="cancelled" goals={goals} actions={actions} wide />
          </Collapse>
        </Stack>
      )}
    </Stack>
  )
  return (
    <div ref={ref} tabIndex={-1} role="region" aria-label={t('title')} style={{ outline: 'none' }}>
      <Loaded of={goals.query}>
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
      </Loaded>
      <FinalQuestion
        asked={asked}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && go(asked.goal, asked.move)}
      />
    </div>
  )
}

interface BoardColumnProps {
  readonly status: GoalStatus
  readonly goals: Goals
  readonly actions: GoalActions
}

function BoardColumn({ status, goals, actions }: BoardColumnProps) {
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
        <GoalList status={status} goals={goals} actions={actions} />
      </Stack>
    </section>
  )
}

interface FinalQuestionProps {
  /** What is to happen; null where nothing is asked. */
  readonly asked: { readonly goal: Goal; readonly move: Move } | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before a goal is completed or cancelled, since both are for good. */
function FinalQuestion({ asked, onClose, onConfirm }: FinalQuestionProps) {
  const { t } = useTranslation('goals')
  const kind = asked?.move === 'cancel' ? 'cancel' : 'complete'
  const repeats = kind === 'complete' && asked?.goal.repeats
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      title={t(`${kind}.title`)}
      action={t(`${kind}.act`)}
      keep={t(`${kind}.keep`)}
      danger={kind === 'cancel'}
      onConfirm={onConfirm}
    >
      <Text>{t(repeats ? 'complete.text_repeats' : `${kind}.text`, { title: asked?.goal.title ?? '' })}</Text>
    </ConfirmDialog>
  )
}

interface ShelfChoiceProps {
  readonly goals: Goals
  readonly value: GoalStatus
  readonly onChange: (status: GoalStatus) => void
}

/** Chooses the column that a narrow window shows. */
function ShelfChoice({ goals, value, onChange }: ShelfChoiceProps) {
  const { t } = useTranslation('goals')
  return (
    <Chip.Group
      value={value}
      onChange={(chosen) => {
        const status = shelves.find((shelf) => shelf === chosen)
        if (status) onChange(status)
      }}
    >
      <Group gap="xs" role="radiogroup" aria-label={t('board.label')}>
        {shelves.map((status) => (
          <Chip key={status} value={status} size="md" variant="light">
            {t('column.label', { column: t(`column.${status}`), count: goals.count(status) })}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
