import { Button, Group, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { beginningOf } from '../parts/beginning.ts'
import { answerOf } from './answers.ts'
import classes from './inbox.module.css'
import { useTransition } from './use-transition.ts'

/** More options than these are chosen from a list that can be searched. */
const maxButtons = 8

interface Props {
  readonly interaction: Interaction
  readonly control: 'choice' | 'boolean'
}

/** Answers with one tap. */
export function ChoiceControl({ interaction, control }: Props) {
  const { t } = useTranslation('inbox')
  const { interaction_id, allowed_options, status } = interaction
  const { run, busy } = useTransition('interactions.answer', status)
  const options =
    control === 'boolean'
      ? [
          { value: 'yes', label: t('answer.yes') },
          { value: 'no', label: t('answer.no') },
        ]
      : allowed_options.map((option) => ({ value: option, label: option }))
  const choose = (option: string) => {
    const answer = answerOf(control, option)
    if (answer) void run({ interaction_id, ...answer }, t('done.answer'))
  }
  if (options.length > maxButtons) {
    return (
      <Select
        label={t('answer.choose')}
        data={options}
        searchable
        maw={480}
        value={null}
        disabled={busy}
        onChange={(option) => option !== null && choose(option)}
      />
    )
  }
  return (
    <Group gap="sm" role="group" aria-label={t('answer.choose')}>
      {options.map(({ value, label }) => (
        <Button
          key={value}
          variant="light"
          mih={40}
          h="auto"
          py={8}
          disabled={busy}
          classNames={{ label: classes['label'] ?? '' }}
          aria-label={`${label}: ${beginningOf(nameOf(interaction))}`}
          onClick={() => choose(value)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
