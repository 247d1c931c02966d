import { Alert, Autocomplete, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { readAgain, useAction, useLive } from '../../api/operations.ts'
import { showFailure } from '../../parts/feedback.tsx'
import { useStepUp, wantsPassword } from '../../parts/step-up.tsx'
import classes from '../system.module.css'
import { showEngineFailure } from './engine-failure.ts'
import { Transfer } from '../transfer.tsx'

export type FoundServer = OutputOf<'engine.servers'>['items'][number]
type Pull = OutputOf<'engine.pulls'>['items'][number]

/** Has Ollama fetch a model that it does not have yet, and shows how far that is. */
export function OllamaPull({ server }: { readonly server: FoundServer }) {
  const { t } = useTranslation('system')
  const { base_url, suggested } = server
  const [model, setModel] = useState(suggested[0] ?? '')
  const { data } = useLive('engine.pulls')
  const pulls = data?.items.filter((one) => one.base_url === base_url) ?? []
  const done = pulls.filter(({ state }) => state === 'done').length
  // What has come is among its models now.
  useEffect(() => {
    if (done > 0) readAgain(['engine.servers'])
  }, [done])
  const pull = useAction('engine.pull', ['engine.pulls'])
  const { run, dialog } = useStepUp()
  const begin = (wanted: string) =>
    run(() =>
      pull.mutateAsync({ base_url, model: wanted }).catch((error: unknown) => {
        if (wantsPassword(error)) throw error
        showEngineFailure(error)
      }),
    )
  return (
    <Stack gap="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          begin(model.trim())
        }}
      >
        <Group align="flex-end" gap="sm">
          <Autocomplete
            label={t('pull.model')}
            description={t('pull.hint')}
            required
            maxLength={300}
            data={suggested}
            value={model}
            onChange={setModel}
            flex="1 1 12rem"
          />
          <Button type="submit" variant="default" loading={pull.isPending}>
            {t('pull.begin')}
          </Button>
        </Group>
      </form>
      {pulls.length > 0 && (
        <ul className={classes['rows']} aria-label={t('pull.title')}>
          {pulls.map((one) => (
            <li key={one.model} aria-label={one.model}>
              <PullState pull={one} onAgain={() => begin(one.model)} />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Stack>
  )
}

function PullState({ pull, onAgain }: { readonly pull: Pull; readonly onAgain: () => void }) {
  const { t } = useTranslation('system')
  const { base_url, model, state, failure } = pull
  const cancel = useAction('engine.cancel_pull', ['engine.pulls'])
  const end = () => cancel.mutate({ base_url, model }, { onError: showFailure })
  if (state === 'pulling')
    return (
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {t('pull.under_way', { model })}
        </Text>
        <Transfer
          progress={pull}
          label={t('pull.under_way', { model })}
          cancelling={cancel.isPending}
          onCancel={end}
        />
      </Stack>
    )
  if (state === 'done')
    return (
      <Text size="sm" role="status">
        {t('pull.done', { model })}
      </Text>
    )
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('pull.failed', { model })}
    >
      <Stack gap="xs">
        {failure}
        <Group gap="xs">
          <Button variant="default" size="sm" mih={40} onClick={onAgain}>
            {t('models.again')}
          </Button>
          <Button variant="default" size="sm" mih={40} loading={cancel.isPending} onClick={end}>
            {t('pull.clear')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
