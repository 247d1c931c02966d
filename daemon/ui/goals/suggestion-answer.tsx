import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Goal } from './goal.ts'
import type { Acts } from './goal-list.tsx'

/** Makes a suggestion a goal, or declines it. */
export function SuggestionAnswer({ goal, onMove }: Pick<Acts, 'onMove'> & { readonly goal: Goal }) {
  const { t } = useTranslation('goals')
  return (
    <Group gap="xs">
      <Button h={40} px="sm" flex="1 0 auto" onClick={() => onMove(goal, 'accept')}>
        {t('move.to_active')}
      </Button>
      <Button h={40} px="sm" flex="1 0 auto" variant="default" onClick={() => onMove(goal, 'decline')}>
        {t('move.decline')}
      </Button>
    </Group>
  )
}
