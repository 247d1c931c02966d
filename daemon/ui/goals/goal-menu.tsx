import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCheck,
  IconDotsVertical,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Goal } from './goal.ts'
import type { Acts } from './goal-list.tsx'
import { movesOf } from './moves.ts'

const signs = {
  accept: IconCheck,
  decline: IconX,
  resume: IconPlayerPlay,
  pause: IconPlayerPause,
  complete: IconCheck,
  cancel: IconX,
}
const texts = {
  accept: 'move.to_active',
  decline: 'move.decline',
  resume: 'move.resume',
  pause: 'move.pause',
  complete: 'move.complete',
  cancel: 'move.cancel',
} as const

/** Edits a goal or moves it. */
export function GoalMenu({ goal, onEdit, onMove }: Acts & { readonly goal: Goal }) {
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
          {t('common:act.edit')}
        </Menu.Item>
        {movesOf(goal.status).map((move) => {
          const Sign = signs[move]
          const lost = move === 'cancel' || move === 'decline'
          return (
            <Menu.Item
              key={move}
              leftSection={<Sign size={18} aria-hidden />}
              {...(lost ? { c: 'var(--mantine-color-red-light-color)' } : {})}
              onClick={() => onMove(goal, move)}
            >
              {t(texts[move])}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
