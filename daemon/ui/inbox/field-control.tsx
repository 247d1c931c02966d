import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { beginningOf } from '../parts/beginning.ts'
import { answerOf, type Control } from './answers.ts'
import { useTransition } from './use-transition.ts'

interface Props {
  readonly interaction: Interaction
  readonly control: Exclude<Control, 'approval' | 'ack' | 'choice' | 'boolean'>
}

/** Answers with what is typed: Enter sends it, in longer ones together with Ctrl or ⌘. */
export function FieldControl({ interaction, control }: Props) {
  const { t } = useTranslation('inbox')
  const [given, setGiven] = useState('')
  const { run, busy } = useTransition('interactions.answer', interaction.status)
  const answer = answerOf(control, given)
  const send = () => {
    if (answer && !busy) void run({ interaction_id: interaction.interaction_id, ...answer }, t('done.answer'))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Group align="flex-end" gap="sm">
        <Field control={control} value={given} onChange={setGiven} onSend={send} />
        <Button
          type="submit"
          h={40}
          disabled={answer === null}
          loading={busy}
          aria-label={`${t('answer.send')}: ${beginningOf(nameOf(interaction))}`}
          leftSection={<IconSend2 size={18} aria-hidden />}
        >
          {t('answer.send')}
        </Button>
      </Group>
    </form>
  )
}

const small = { size: 'sm' } as const

interface FieldProps extends Pick<Props, 'control'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSend: () => void
}

function Field({ control, value, onChange, onSend }: FieldProps) {
  const { t } = useTranslation('inbox')
  const label = t('answer.label')
  if (control === 'number')
    return (
      <NumberInput
        label={label}
        labelProps={small}
        value={value}
        onChange={(number) => onChange(String(number))}
        w={200}
        size="md"
      />
    )
  if (control !== 'line' && control !== 'text')
    return (
      <TextInput
        type={control}
        label={label}
        labelProps={small}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        w={240}
        size="md"
      />
    )
  return (
    <Textarea
      label={label}
      labelProps={small}
      placeholder={t('answer.placeholder')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        const sends = control === 'line' ? !event.shiftKey : event.ctrlKey || event.metaKey
        if (event.key !== 'Enter' || !sends || event.nativeEvent.isComposing) return
        event.preventDefault()
        onSend()
      }}
      autosize
      minRows={control === 'line' ? 1 : 3}
      maxRows={12}
      maxLength={8_000}
      flex="1 1 260px"
      size="md"
    />
  )
}
