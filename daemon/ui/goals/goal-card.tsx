import { ActionIcon, Badge, Button, Card, Group, Menu, Spoiler, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowDown,
  IconCheck,
  IconDotsVertical,
  IconEqual,
  IconFlame,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSparkles,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GoalFacts } from './goal-facts.tsx'
import type { Goal } from './goal.ts'
import classes from './goals.module.css'
import { type GoalActions, movesOf } from './moves.ts'
import { ProgressControl } from './progress-control.tsx'
import { isReminder } from './reminder.ts'

const moveSigns = {
  accept: IconCheck,
  decline: IconX,
  resume: IconPlayerPlay,
  pause: IconPlayerPause,
  complete: IconCheck,
  cancel: IconX,
}
const moveTexts = {
  accept: 'move.to_active',
  decline: 'move.decline',
  resume: 'move.resume',
  pause: 'move.pause',
  complete: 'move.complete',
  cancel: 'move.cancel',
} as const

const prioritySigns = { low: IconArrowDown, medium: IconEqual, high: IconFlame }

/** One goal: how it stands, and what can be done with it. */
export function GoalCard({ goal, onEdit, onMove }: GoalActions & { readonly goal: Goal }) {
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
          <Spoiler maxHeight={62} showLabel={t('common:action.more')} hideLabel={t('common:action.close')}>
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
        {goesOn && !isReminder(goal) && (
          <ProgressControl goal={goal} onComplete={() => onMove(goal, 'complete')} />
        )}
        {goal.status === 'suggested' && <SuggestionAnswer goal={goal} onMove={onMove} />}
      </Stack>
    </Card>
  )
}

/** Makes a suggestion a goal, or declines it. */
function SuggestionAnswer({ goal, onMove }: Pick<GoalActions, 'onMove'> & { readonly goal: Goal }) {
  const { t } = useTranslation('goals')
  return (
    <Group gap="xs">
      <Button
        h={40}
        px="sm"
        flex="1 0 auto"
        aria-label={`${t('move.to_active')}: ${goal.title}`}
        onClick={() => onMove(goal, 'accept')}
      >
        {t('move.to_active')}
      </Button>
      <Button
        h={40}
        px="sm"
        flex="1 0 auto"
        variant="default"
        aria-label={`${t('move.decline')}: ${goal.title}`}
        onClick={() => onMove(goal, 'decline')}
      >
        {t('move.decline')}
      </Button>
    </Group>
  )
}

/** How much a goal matters, in word and sign. */
function PriorityBadge({ priority }: Pick<Goal, 'priority'>) {
  const { t } = useTranslation('goals')
  const Sign = prioritySigns[priority]
  return (
    <Badge
      variant={priority === 'high' ? 'light' : 'default'}
      tt="none"
      fw={500}
      leftSection={<Sign size={13} stroke={2} aria-hidden />}
    >
      {t('priority.of', { priority: t(`priority.${priority}`) })}
    </Badge>
  )
}

function GoalMenu({ goal, onEdit, onMove }: GoalActions & { readonly goal: Goal }) {
  const { t } = useTranslation(['goals', 'common'])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          mt={-8}
          mr={-8}
          aria-label={t('menu.label', { title: goal.title })}
        >
          <IconDotsVertical size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onEdit(goal)}>
          {t('common:action.edit')}
        </Menu.Item>
        {movesOf(goal.status).map((move) => {
          const Sign = moveSigns[move]
          const lost = move === 'cancel' || move === 'decline'
          return (
            <Menu.Item
              key={move}
              leftSection={<Sign size={18} aria-hidden />}
              {...(lost ? { c: 'var(--mantine-color-red-light-color)' } : {})}
              onClick={() => onMove(goal, move)}
            >
              {t(moveTexts[move])}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
