import { Button, Group, Input, SegmentedControl, Stack, Switch, TagsInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../parts/failure.tsx'
import { blank, wordingOf } from './changes.ts'
import { kinds, type Memory } from './filter.ts'
import { Importance } from './importance.tsx'
import { useSaving } from './use-saving.ts'
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
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
