import {
  Box,
  Button,
  Group,
  Input,
  SegmentedControl,
  Slider,
  Stack,
  Switch,
  TagsInput,
  Textarea,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { blank, changesOf, type Wording, wordingOf } from './changes.ts'
import { kinds, type Memory } from './filter.ts'
import { memoryQueries } from './queries.ts'
import { useSeenTags } from './use-seen-tags.ts'

interface Props {
  readonly memory: Memory | null
  readonly onDone: () => void
}

/** A memory of one's own as a form, or a new one. */
export function MemoryForm({ memory, onDone }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const { save, pending, error } = useSaving(memory, onDone)
  const form = useForm({
    initialValues: memory ? wordingOf(memory) : blank,
    validate: { content: (content) => (content.trim() === '' ? t('form.empty') : null) },
  })
  const { visibility } = form.values
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        {error && <FailureAlert error={error} />}
        <Textarea
          label={t('form.content')}
          description={memory === null ? t('form.content_text') : undefined}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={8_000}
          data-autofocus
          {...form.getInputProps('content')}
        />
        <Input.Wrapper label={t('kind.label')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('kind.label')}
            data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
        </Input.Wrapper>
        <TagsInput
          label={t('tags.label')}
          placeholder={form.values.tags.length === 0 ? t('tags.placeholder') : ''}
          data={useSeenTags()}
          maxTags={20}
          maxLength={50}
          clearable
          {...form.getInputProps('tags')}
        />
        <Input.Wrapper
          label={t('visibility.label')}
          labelElement="div"
          description={t(`visibility.${visibility}_text`)}
          inputWrapperOrder={['label', 'input', 'description']}
        >
          <SegmentedControl
            fullWidth
            aria-label={t('visibility.label')}
            data={(['private', 'household'] as const).map((value) => ({
              value,
              label: t(`visibility.${value}`),
            }))}
            {...form.getInputProps('visibility')}
          />
        </Input.Wrapper>
        <Importance {...form.getInputProps('importance')} />
        <Switch
          label={t('pin.label')}
          description={t('pin.text')}
          {...form.getInputProps('pinned', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('common:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ImportanceProps {
  readonly value?: number
  readonly onChange?: (value: number) => void
}

/** How important something is, 0 to 1. */
function Importance({ value = 0.5, onChange = () => {} }: ImportanceProps) {
  const { t } = useTranslation('memories')
  const marks = [0, 0.5, 1] as const
  return (
    <Input.Wrapper label={t('importance.label')} labelElement="div" pb="lg">
      <Box px="xl">
        <Slider
          min={0}
          max={1}
          step={0.05}
          label={null}
          thumbLabel={t('importance.label')}
          marks={marks.map((mark) => ({
            value: mark,
            label: t(`importance.at_${mark * 10}` as 'importance.at_0'),
          }))}
          value={value}
          onChange={onChange}
        />
      </Box>
    </Input.Wrapper>
  )
}

/** Stores a new memory, or what has become another of one; says what became of it, and calls `onDone` then. */
function useSaving(memory: Memory | null, onDone: () => void) {
  const { t } = useTranslation(['memories', 'common'])
  const storing = useAction('memory.store', memoryQueries)
  const updating = useAction('memory.update', memoryQueries)
  const done = (message: string) => {
    showDone(message)
    onDone()
  }
  return {
    pending: storing.isPending || updating.isPending,
    error: storing.error ?? updating.error,
    save: (wording: Wording) => {
      if (memory === null)
        return storing.mutate(
          { ...wording, tags: [...wording.tags], content: wording.content.trim() },
          { onSuccess: ({ merged }) => done(t(merged ? 'form.merged' : 'form.stored')) },
        )
      const changes = changesOf(memory, wording)
      if (changes === null) return onDone()
      return updating.mutate(changes, { onSuccess: () => done(t('common:action.saved')) })
    },
  }
}
