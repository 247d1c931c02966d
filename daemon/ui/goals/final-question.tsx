import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Question } from '../parts/question.tsx'
import type { Goal } from './goal.ts'
import type { Move } from './moves.ts'

interface Props {
  /** What is to happen; null where nothing is asked. */
  readonly asked: { readonly goal: Goal; readonly move: Move } | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before a goal is completed or cancelled, since both are for good. */
export function FinalQuestion({ asked, onClose, onConfirm }: Props) {
  const { t } = useTranslation('goals')
  const kind = asked?.move === 'cancel' ? 'cancel' : 'complete'
  const repeats = kind === 'complete' && asked?.goal.repeats
  return (
    <Question
      opened={asked !== null}
      onClose={onClose}
      title={t(`${kind}.title`)}
      act={t(`${kind}.act`)}
      keep={t(`${kind}.keep`)}
      danger={kind === 'cancel'}
      onConfirm={onConfirm}
    >
      <Text>{t(repeats ? 'complete.text_repeats' : `${kind}.text`, { title: asked?.goal.title ?? '' })}</Text>
    </Question>
  )
}
