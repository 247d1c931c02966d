import {
  Button,
  Group,
  Input,
  Modal,
  Radio,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { changeOf, creationOf, type GoalValues, problemsOf, valuesOf } from './goal-form.ts'
import { autonomies, type Autonomy, type Goal, priorities, type Priority } from './goal.ts'
import classes from './goals.module.css'
import { RepeatsField } from './repeats-field.tsx'
import { goalQueries } from './use-moves.ts'

interface Props {
  /** Null while it is closed. */
  readonly edited: Goal | 'new' | null
  readonly onClose: () => void
}

/** Sets a goal or changes one. */
export function GoalDialog({ edited, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const narrow = useNarrow()
  return (
    <Modal
      opened={edited !== null}
      onClose={onClose}
      title={t(edited === 'new' ? 'new.title' : 'edit.title')}
      size="lg"
      fullScreen={narrow}
      classNames={{ content: classes['dialog'] ?? '' }}
      {...(narrow ? { radius: 0 } : {})}
    >
      {edited !== null && <GoalFields goal={edited === 'new' ? null : edited} onClose={onClose} />}
    </Modal>
  )
}

interface GoalFieldsProps {
  /** Null for a new one. */
  readonly goal: Goal | null
  readonly onClose: () => void
}

function GoalFields({ goal, onClose }: GoalFieldsProps) {
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
        <Group justify="flex-end" className={classes['foot'] ?? ''}>
          <Button variant="default" h={40} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" h={40} loading={busy}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface AutonomyFieldProps {
  readonly value: Autonomy
  readonly onChange: (autonomy: Autonomy) => void
}

/** What the companion may do about a goal. */
function AutonomyField({ value, onChange }: AutonomyFieldProps) {
  const { t } = useTranslation('goals')
  return (
    <Radio.Group
      label={t('autonomy.label')}
      value={value}
      onChange={(chosen) => {
        const autonomy = autonomies.find((name) => name === chosen)
        if (autonomy) onChange(autonomy)
      }}
    >
      <Stack gap="sm" mt="xs">
        {autonomies.map((name) => (
          <Radio
            key={name}
            value={name}
            label={t(`autonomy.${name}`)}
            description={t(`autonomy.${name}_text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface PriorityFieldProps {
  readonly value: Priority
  readonly onChange: (priority: Priority) => void
}

function PriorityField({ value, onChange }: PriorityFieldProps) {
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

/** Makes a goal, or changes what is different in one. */
function useSaveGoal(goal: Goal | null, before: GoalValues, onSaved: () => void) {
  const { t } = useTranslation('goals')
  const create = useAction('agency.create_goal', goalQueries)
  const update = useAction('agency.update_goal', goalQueries)
  const saved = (message: string) => ({
    onSuccess: () => {
      showDone(message)
      onSaved()
    },
  })
  const save = (values: GoalValues) => {
    if (goal === null) return create.mutate(creationOf(values), saved(t('done.created')))
    const change = changeOf(goal.goal_uuid, values, before)
    if (change === null) return onSaved()
    update.mutate(change, saved(t('done.saved')))
  }
  return { save, busy: create.isPending || update.isPending, error: create.error ?? update.error }
}
