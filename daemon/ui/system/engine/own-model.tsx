import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useLocalModel } from './use-local-model.ts'

/** Whether something is the address of a file elsewhere, and no path of this machine. */
const isAddress = (text: string) => /^https?:\/\//i.test(text.trim())

/** Adds a GGUF file of one's own: by its path on this machine, or by its address. */
export function OwnModel() {
  const { t } = useTranslation('system')
  const form = useForm({ initialValues: { file: '', sha256: '' } })
  const local = useLocalModel()
  const fetched = isAddress(form.values.file)
  const submit = form.onSubmit(({ file, sha256 }) => {
    if (fetched) local.add(file.trim(), sha256.trim().toLowerCase(), form.reset)
    else local.choose(file.trim())
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Title order={4} size="h5">
          {t('local.own')}
        </Title>
        <TextInput
          label={t('local.own_file')}
          description={t('local.own_hint')}
          required
          maxLength={2_000}
          spellCheck={false}
          {...form.getInputProps('file')}
        />
        {fetched && (
          <TextInput
            label={t('local.own_sha256')}
            description={t('local.own_sha256_hint')}
            maxLength={64}
            pattern="\s*[0-9a-fA-F]{64}\s*"
            spellCheck={false}
            {...form.getInputProps('sha256')}
          />
        )}
        <Group>
          <Button type="submit" variant="default" mih={40} loading={local.choosing}>
            {t(fetched ? 'models.get' : 'local.own_use')}
          </Button>
        </Group>
      </Stack>
      {local.dialog}
    </form>
  )
}
