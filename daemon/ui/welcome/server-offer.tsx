import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngineConsent } from '../api/engines.ts'
import { useAction } from '../api/operations.ts'
import { useStepUp, wantsPassword } from '../parts/step-up.tsx'
import { showEngineFailure } from '../system/engine/engine-failure.ts'
import { type FoundServer, OllamaPull } from '../system/engine/ollama-pull.tsx'
import type { CurrentEngine } from '../system/engine/use-local-model.ts'
import { Offer } from './offer.tsx'

interface Props {
  readonly server: FoundServer
  readonly engine: CurrentEngine
}

/** Offers the models of a server that runs on this machine, and to have Ollama fetch another one. */
export function ServerOffer({ server, engine }: Props) {
  const { t } = useTranslation(['welcome', 'system'])
  const { base_url, kind, models } = server
  const title = t('engine.server', { kind: t(`system:servers.${kind}`), base_url })
  const used = engine.servers.find((one) => one.base_url === base_url)
  return (
    <Offer title={title} text={t('server.text')}>
      {models.length > 0 ? <Choice server={server} /> : <Text size="sm">{t('server.no_model')}</Text>}
      <Text size="sm" role="status">
        {used && t('server.used', { model: used.model })}
      </Text>
      {kind === 'ollama' && <OllamaPull server={server} />}
    </Offer>
  )
}

/** Which of its models is to write, for the household and for whoever chooses it. */
function Choice({ server: { base_url, models } }: Pick<Props, 'server'>) {
  const { t } = useTranslation('welcome')
  const [chosen, setChosen] = useState(models[0] ?? '')
  const change = useAction('engine.change', ['engine.current', 'conversation.context', 'gateway.config'])
  const agree = useEngineConsent()
  const { run, dialog } = useStepUp()
  const use = () =>
    run(async () => {
      try {
        await change.mutateAsync({ base_url, model: chosen })
      } catch (error) {
        if (wantsPassword(error)) throw error
        return showEngineFailure(error)
      }
      await agree(new URL(base_url).origin, true)
    })
  return (
    <>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('server.model')}
          data={models}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          flex="1 1 12rem"
        />
        <Button variant="light" loading={change.isPending} onClick={use}>
          {t('server.use')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('engine.consent', { base_url })}
      </Text>
      {dialog}
    </>
  )
}
