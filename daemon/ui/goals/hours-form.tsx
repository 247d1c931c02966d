import { Anchor, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { type Hours, maxBudget, writeHours } from './hours.ts'

interface Props {
  readonly before: Hours
  readonly onClose: () => void
}

/** Changes when and how often the companion may come by itself. */
export function HoursForm({ before, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const needed = (value: string, { quiet }: Hours) => (quiet && value === '' ? t('hours.time_missing') : null)
  const form = useForm<Hours>({ initialValues: before, validate: { from: needed, to: needed } })
  const { save, isPending, error } = useSaveHours(onClose)
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Stack>
        {error && <FailureAlert error={error} />}
        <Switch label={t('hours.quiet_label')} {...form.getInputProps('quiet', { type: 'checkbox' })} />
        {form.values.quiet && (
          <Group align="flex-start">
            <TextInput type="time" label={t('hours.from')} {...form.getInputProps('from')} />
            <TextInput type="time" label={t('hours.to')} {...form.getInputProps('to')} />
          </Group>
        )}
        <NumberInput
          label={t('hours.budget_label')}
          description={t('hours.important')}
          min={0}
          max={maxBudget}
          clampBehavior="strict"
          allowDecimal={false}
          maw={340}
          value={form.values.daily_budget}
          onChange={(number) => form.setFieldValue('daily_budget', Number(number) || 0)}
        />
        <Switch
          label={t('hours.suggestions_label')}
          {...form.getInputProps('suggestions', { type: 'checkbox' })}
        />
        <ZoneField value={form.values.time_zone} onChange={(zone) => form.setFieldValue('time_zone', zone)} />
        <Group justify="flex-end">
          <Button variant="default" h={40} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" h={40} loading={isPending}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ZoneProps {
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
}

function ZoneField({ value, onChange }: ZoneProps) {
  const { t } = useTranslation('goals')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [
    ...new Set([here, ...(value === null ? [] : [value]), ...Intl.supportedValuesOf('timeZone')]),
  ]
  return (
    <Stack gap={4}>
      <Select
        label={t('hours.zone_label')}
        placeholder={t('hours.zone_none')}
        searchable
        clearable
        limit={60}
        maw={340}
        data={zones}
        value={value}
        onChange={onChange}
      />
      {value !== here && (
        <Text size="sm" c="dimmed">
          {t('hours.zone_offer', { zone: here })}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onChange(here)}>
            {t('hours.zone_take')}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}

/** Writes them into the preferences of the profile. */
function useSaveHours(onSaved: () => void) {
  const { t } = useTranslation('goals')
  const changing = useChangePreferences({
    onSuccess: () => {
      showDone(t('hours.saved'))
      onSaved()
    },
  })
  const { isPending, error } = changing
  return { save: (hours: Hours) => changing.mutate((held) => writeHours(held, hours)), isPending, error }
}
