import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { FailureAlert, showDone } from '../parts/feedback.tsx'
import { isTopicName } from './topic-name.ts'

/** Gives a topic another name. */
export function MappingForm({ topics }: { readonly topics: readonly string[] }) {
  const { t } = useTranslation('system')
  const add = useAct('routing.add', ['routing.list'])
  const form = useForm({
    initialValues: { external_topic: '', internal_topic: topics[0] ?? '' },
    validate: { external_topic: (name) => (isTopicName(name) ? null : t('routing.bad_name')) },
  })
  const submit = form.onSubmit((mapping) =>
    add.mutate(mapping, {
      onSuccess: ({ external_topic }) => {
        form.reset()
        showDone(t('routing.added', { topic: external_topic }))
      },
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {add.error && <FailureAlert error={add.error} />}
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('routing.external')}
            placeholder="kitchen.display"
            required
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            flex="1 1 12rem"
            {...form.getInputProps('external_topic')}
          />
          <NativeSelect
            label={t('routing.internal')}
            data={[...topics]}
            flex="1 1 12rem"
            {...form.getInputProps('internal_topic')}
          />
          <Button type="submit" mt={25} loading={add.isPending}>
            {t('routing.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
