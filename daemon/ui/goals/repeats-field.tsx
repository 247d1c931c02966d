import { Chip, Group, Input, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { frequencies, type Repeats, weekdayName, weekdays } from './repeats.ts'

interface Props {
  readonly value: Repeats
  readonly error: React.ReactNode
  readonly onChange: (repeats: Repeats) => void
}

const choices = ['never', ...frequencies, 'own'] as const

/** How often the companion comes back to a goal. */
export function RepeatsField({ value, error, onChange }: Props) {
  const { t } = useTranslation('goals')
  const { every, interval } = value
  const regular = frequencies.find((name) => name === every)
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label={t('repeats.label')}
          flex="1 1 200px"
          allowDeselect={false}
          value={every}
          onChange={(chosen) => {
            const next = choices.find((choice) => choice === chosen)
            if (next) onChange({ ...value, every: next })
          }}
          data={choices.map((choice) => ({ value: choice, label: t(`repeats.${choice}`) }))}
        />
        {regular && (
          <NumberInput
            label={t(`repeats.interval_${regular}`)}
            flex="1 1 200px"
            min={1}
            max={999}
            allowDecimal={false}
            value={interval}
            onChange={(number) => onChange({ ...value, interval: Math.max(1, Number(number) || 1) })}
          />
        )}
      </Group>
      {every === 'weekly' && <Days value={value} onChange={onChange} />}
      {every === 'own' && (
        <TextInput
          label={t('repeats.rule')}
          description={t('repeats.rule_hint')}
          maxLength={300}
          spellCheck={false}
          value={value.rule}
          error={error}
          onChange={(event) => onChange({ ...value, rule: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}

function Days({ value, onChange }: Omit<Props, 'error'>) {
  const { t, i18n } = useTranslation('goals')
  return (
    <Input.Wrapper label={t('repeats.days')} labelElement="div">
      <Chip.Group multiple value={[...value.days]} onChange={(days) => onChange({ ...value, days })}>
        <Group gap={6} mt={4} role="group" aria-label={t('repeats.days')}>
          {weekdays.map((day) => (
            <Chip key={day} value={day} variant="light">
              {weekdayName(day, i18n.language, 'short')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
