import { Input, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { priorities, type Priority } from './goal.ts'

interface Props {
  readonly value: Priority
  readonly onChange: (priority: Priority) => void
}

/** How much a goal matters. */
export function PriorityField({ value, onChange }: Props) {
  const { t } = useTranslation('goals')
  return (
    <Input.Wrapper label={t('priority.label')} labelElement="div">
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label={t('priority.label')}
        value={value}
        onChange={onChange}
        data={priorities.map((priority) => ({ value: priority, label: t(`priority.${priority}`) }))}
      />
    </Input.Wrapper>
  )
}
