import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../parts/failure.tsx'
import { AutonomyField } from './autonomy-field.tsx'
import type { Goal } from './goal.ts'
import { problemsOf, valuesOf } from './goal-form.ts'
import { PriorityField } from './priority-field.tsx'
import { RepeatsField } from './repeats-field.tsx'
import { useSaveGoal } from './use-save-goal.ts'

interface Props {
  /** Null for a new one. */
  readonly goal: Goal | null
  readonly onClose: () => void
}

/** The fields of a goal. */
export function GoalFields({ goal, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const before = valuesOf(goal)
  const form = useForm({
    initialValues: before,
    validate: (values) => {
      const { repeats, ...fields } = problemsOf(values, before, new Date())
      const errors = Object.entries(fields).map(([field, problem]) => [field, t(`field.${problem}`)])
      return { ...Object.fromEntries(errors), ...(repeats ? { repeats: t('repeats.rule_wrong') } : {}) }
    },
  })
  const { save, busy, error } = useSaveGoal(goal, before, onClose)
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Stack>
        {error && <FailureAlert error={error} />}
        <TextInput
          label={t('field.title')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t('field.description')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
        <PriorityField
          value={form.values.priority}
          onChange={(priority) => form.setFieldValue('priority', priority)}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={t('field.due_at')}
            flex="1 1 200px"
            {...form.getInputProps('due_at')}
          />
          <TextInput
            type="datetime-local"
            label={t('field.next_run_at')}
            description={t('field.next_run_at_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex="1 1 200px"
            {...form.getInputProps('next_run_at')}
          />
        </Group>
        <RepeatsField
          value={form.values.repeats}
          error={form.errors['repeats']}
          onChange={(repeats) => {
            form.setFieldValue('repeats', repeats)
            form.clearFieldError('repeats')
          }}
        />
        <AutonomyField
          value={form.values.autonomy}
          onChange={(autonomy) => form.setFieldValue('autonomy', autonomy)}
        />
        <Group justify="flex-end">
          <Button variant="default" h={40} onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" h={40} loading={busy}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
