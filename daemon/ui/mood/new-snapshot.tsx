import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/failure.tsx'

/** Keeps what the companion is now, under a name if one is given. */
export function NewSnapshot() {
  const { t } = useTranslation('mood')
  const [label, setLabel] = useState('')
  const keeping = useAct('personality.snapshot', ['personality.snapshots'])
  const keep = () =>
    keeping.mutate(label.trim() === '' ? {} : { label: label.trim() }, {
      onError: showFailure,
      onSuccess: () => {
        setLabel('')
        showDone(t('snapshot.kept'))
      },
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          flex={1}
          miw={180}
          size="md"
          label={t('snapshot.label')}
          placeholder={t('snapshot.example')}
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" h={42} loading={keeping.isPending}>
          {t('snapshot.keep')}
        </Button>
      </Group>
    </form>
  )
}
