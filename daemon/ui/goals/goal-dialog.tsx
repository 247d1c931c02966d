import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Goal } from './goal.ts'
import { GoalFields } from './goal-fields.tsx'

interface Props {
  /** Null while it is closed. */
  readonly edited: Goal | 'new' | null
  readonly onClose: () => void
}

/** Sets a goal or changes one. */
export function GoalDialog({ edited, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const narrow = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal
      opened={edited !== null}
      onClose={onClose}
      title={t(edited === 'new' ? 'new.title' : 'edit.title')}
      size="lg"
      fullScreen={narrow}
      {...(narrow ? { radius: 0 } : {})}
    >
      {edited !== null && <GoalFields goal={edited === 'new' ? null : edited} onClose={onClose} />}
    </Modal>
  )
}
