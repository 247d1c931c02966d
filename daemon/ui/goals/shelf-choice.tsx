import { Chip, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type GoalStatus, shelves } from './goal.ts'
import type { Goals } from './use-goals.ts'

interface Props {
  readonly goals: Goals
  readonly value: GoalStatus
  readonly onChange: (status: GoalStatus) => void
}

/** Chooses the column that a narrow window shows. */
export function ShelfChoice({ goals, value, onChange }: Props) {
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
