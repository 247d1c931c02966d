import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction, useLive } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/feedback.tsx'
import { Pairs } from '../figures.tsx'
import { spanText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateMark } from '../state-mark.tsx'
import { engineState } from '../state.ts'
import { showEngineFailure } from './engine-failure.ts'
import { EngineOrder } from './engine-order.tsx'
import type { CurrentEngine } from './use-local-model.ts'

interface Props {
  readonly engine: CurrentEngine
  /** Whether the environment has set it. */
  readonly fixed: boolean
}

/** Which engine writes the replies, and how it does. */
export function EngineState({ engine, fixed }: Props) {
  const { t, i18n } = useTranslation('system')
  const { order, local, servers } = engine
  const first = local?.name === order[0] ? local : (servers[0] ?? null)
  return (
    <Panel title={t('engine.title')} actions={first && !fixed && <Reset engine={engine} />}>
      <Stack>
        <div role="status">
          <StateMark state={first ? engineState(first) : 'ok'}>
            {t(first === local && local ? 'engine.local_used' : `engine.circuit_${first?.circuit ?? 'none'}`)}
          </StateMark>
        </div>
        {engine.next && <Next next={engine.next} />}
        {first && <EngineOrder engine={engine} fixed={fixed} />}
        {first && (
          <Pairs
            of={{
              [t('engine.timeout')]: spanText(engine.timeout_seconds, i18n.language),
              [t('engine.context')]: t('engine.tokens', { count: engine.context_tokens }),
            }}
          />
        )}
      </Stack>
    </Panel>
  )
}

/** What will write once it is here, or why it does not although it is. */
function Next({ next: { model, failure } }: { readonly next: NonNullable<CurrentEngine['next']> }) {
  const { t } = useTranslation('system')
  const { data } = useLive('engine.local_models')
  const listed = data?.items.find(({ id }) => id === model)
  const title = listed?.title ?? model
  // What has come to a stop is told where the model is.
  if (failure === null && listed?.state !== 'downloading') return null
  return failure === null ? (
    <Alert variant="light" color="blue" icon={<IconInfoCircle aria-hidden />}>
      {t('engine.next', { title })}
    </Alert>
  ) : (
    <Alert variant="light" color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {t('engine.next_failed', { title, reason: t(`next_failure.${failure}`) })}
    </Alert>
  )
}

/** Goes back to the built-in engine, from every server and the model of this machine. */
function Reset({ engine }: { readonly engine: CurrentEngine }) {
  const { t } = useTranslation('system')
  const touched = ['engine.current', 'engine.local_models', 'conversation.context', 'gateway.config'] as const
  const resetServers = useAction('engine.reset', touched)
  const resetLocal = useAction('engine.reset_local', touched)
  const back = async () => {
    try {
      if (engine.servers.length > 0) await resetServers.mutateAsync({})
      if (engine.local) await resetLocal.mutateAsync({})
      showDone(t('engine.is_builtin'))
    } catch (error) {
      showEngineFailure(error)
    }
  }
  return (
    <Confirm
      title={t('engine.reset_title')}
      action={t('engine.reset')}
      onConfirm={() => void back()}
      target={(open) => (
        <Button variant="default" onClick={open} loading={resetServers.isPending || resetLocal.isPending}>
          {t('engine.reset')}
        </Button>
      )}
    >
      <Text>{t('engine.reset_text')}</Text>
    </Confirm>
  )
}
