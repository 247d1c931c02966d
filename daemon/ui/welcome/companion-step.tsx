import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { Temperament } from '../mood/temperament.tsx'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'

interface Props {
  readonly onDone: () => void
}

/** What the companion is called and what it is like. */
export function CompanionStep({ onDone }: Props) {
  const personality = useOperation('personality.current')
  return <Loaded of={personality}>{(data) => <Nature before={data} onDone={onDone} />}</Loaded>
}

function Nature({ before, onDone }: Props & { readonly before: OutputOf<'personality.current'> }) {
  const { t } = useTranslation(['welcome', 'common'])
  const [nature, setNature] = useState({ traits: before.traits, name: before.companion_name })
  const adjust = useAction('personality.adjust', ['personality.current'])
  const save = () =>
    adjust.mutate(
      { traits: nature.traits, companion_name: nature.name.trim() || before.companion_name },
      { onSuccess: onDone },
    )
  return (
    <Stack>
      {adjust.error && <FailureAlert error={adjust.error} />}
      <Temperament {...nature} onChange={setNature} />
      <Group justify="space-between">
        <Button variant="subtle" onClick={onDone}>
          {t('companion.later')}
        </Button>
        <Button size="md" onClick={save} loading={adjust.isPending}>
          {t('common:action.next')}
        </Button>
      </Group>
    </Stack>
  )
}
