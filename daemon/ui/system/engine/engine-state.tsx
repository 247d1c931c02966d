import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/feedback.tsx'
import { Pairs } from '../figures.tsx'
import { spanText } from '../formats.ts'
import { Panel } from '../panel.tsx'
import { StateMark } from '../state-mark.tsx'
import { engineState } from '../state.ts'
import { showEngineFailure } from './engine-failure.ts'

interface Props {
  readonly engine: OutputOf<'engine.current'>
  /** Whether the environment has set it. */
  readonly fixed: boolean
}

/** Which engine writes the replies, and how it does. */
export function EngineState({ engine, fixed }: Props) {
  const { t, i18n } = useTranslation('system')
  const reset = useAction('engine.reset', ['engine.current', 'gateway.config'])
  const builtin = engine.base_url === null
  const back = () =>
    reset.mutate({}, { onError: showEngineFailure, onSuccess: () => showDone(t('engine.is_builtin')) })
  return (
    <Panel
      title={t('engine.title')}
      actions={
        !builtin &&
        !fixed && (
          <Confirm
            title={t('engine.reset_title')}
            action={t('engine.reset')}
            onConfirm={back}
            target={(open) => (
              <Button variant="default" onClick={open} loading={reset.isPending}>
                {t('engine.reset')}
              </Button>
            )}
          >
            <Text>{t('engine.reset_text')}</Text>
          </Confirm>
        )
      }
    >
      <Stack>
        <div role="status">
          <StateMark state={engineState(engine)}>
            {t(builtin && engine.local ? 'engine.local_used' : `engine.circuit_${engine.circuit ?? 'none'}`)}
          </StateMark>
          {engine.last_failure !== null && (
            <Text size="sm" mt={4}>
              {t('engine.last_failure', { reason: t(`engine_failure.${engine.last_failure}`) })}
            </Text>
          )}
        </div>
        <Pairs
          of={{
            ...(engine.local
              ? {
                  [t('engine.local')]: engine.local.asleep
                    ? t('engine.local_asleep', { name: engine.local.name })
                    : engine.local.name,
                  [t('engine.order')]: engine.order.join(' → '),
                }
              : {}),
            ...(builtin && engine.local
              ? {}
              : { [t('engine.model')]: builtin ? t('engine.builtin') : engine.model }),
            ...(builtin
              ? {}
              : {
                  [t('engine.server')]: engine.base_url,
                  [t('engine.key')]: t(engine.has_api_key ? 'engine.key_kept' : 'engine.key_none'),
                  [t('engine.timeout')]: spanText(engine.timeout_seconds, i18n.language),
                  [t('engine.context')]: t('engine.tokens', { count: engine.context_tokens }),
                }),
          }}
        />
      </Stack>
    </Panel>
  )
}
