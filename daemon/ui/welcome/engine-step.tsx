import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useEngineConsent } from '../api/engines.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { orRefused, useStepUp, wantsPassword } from '../parts/step-up.tsx'
import { SearchModel } from './search-model.tsx'

const builtin = 'builtin'

/** What writes the answers: the engine that is built in, or a model server that runs on this machine. */
export function EngineStep({ onDone }: { readonly onDone: () => void }) {
  const servers = useOperation('engine.servers')
  return <Loaded of={servers}>{({ items }) => <Engines servers={items} onDone={onDone} />}</Loaded>
}

interface Props {
  readonly servers: OutputOf<'engine.servers'>['items']
  readonly onDone: () => void
}

function Engines({ servers, onDone }: Props) {
  const { t } = useTranslation(['welcome', 'common'])
  const [chosen, setChosen] = useState(builtin)
  const change = useAction('engine.change', ['engine.current'])
  const found = servers.flatMap(({ base_url, kind, models }) =>
    models.map((model) => ({ id: JSON.stringify([base_url, model]), base_url, kind, model })),
  )
  const server = found.find(({ id }) => id === chosen)
  const agree = useEngineConsent()
  const { run, dialog } = useStepUp()
  const finish = () => {
    if (!server) return onDone()
    const { base_url, model } = server
    run(async () => {
      if (!(await orRefused(change.mutateAsync({ base_url, model })))) return
      await agree(new URL(base_url).origin, true)
      onDone()
    })
  }
  return (
    <Stack>
      {change.error && !wantsPassword(change.error) && <FailureAlert error={change.error} />}
      <Radio.Group value={chosen} onChange={setChosen} aria-label={t('engine.title')}>
        <Stack gap="sm">
          <Radio.Card value={builtin} p="md" radius="md">
            <Choice title={t('engine.builtin')} text={t('engine.builtin_text')} />
          </Radio.Card>
          {found.map(({ id, base_url, kind, model }) => (
            <Radio.Card key={id} value={id} p="md" radius="md">
              <Choice title={model} text={t('engine.server', { kind: t(`engine.kind_${kind}`), base_url })} />
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('engine.none')}
        </Text>
      )}
      <SearchModel />
      <Text size="sm" role="status">
        {server && t('engine.consent', { base_url: server.base_url })}
      </Text>
      <Group justify="flex-end">
        <Button size="md" onClick={finish} loading={change.isPending}>
          {t('engine.submit')}
        </Button>
      </Group>
      {dialog}
    </Stack>
  )
}

function Choice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <Radio.Indicator />
      <Stack gap={2}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Stack>
    </Group>
  )
}
