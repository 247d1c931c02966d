import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { textAt } from '../../catalogue/text-at.ts'
import { useAction } from '../../api/operations.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { StateMark } from '../state-mark.tsx'
import { engineState } from '../state.ts'
import classes from '../system.module.css'
import { showEngineFailure } from './engine-failure.ts'
import type { CurrentEngine } from './use-local-model.ts'

type Server = CurrentEngine['servers'][number]
type Local = NonNullable<CurrentEngine['local']>

interface Props {
  readonly engine: CurrentEngine
  /** Whether the environment has set it. */
  readonly fixed: boolean
}

const touched = ['engine.current', 'conversation.context', 'gateway.config'] as const

/** Who writes the replies, each where the one before cannot, how it does, and in which order. */
export function EngineOrder({ engine, fixed }: Props) {
  const { t } = useTranslation('system')
  const { order, local, servers } = engine
  const reorder = useAction('engine.reorder', touched)
  const names = order.filter((name) => name !== 'builtin')
  const move = (from: number, by: number) => {
    const [moved] = names.slice(from, from + 1)
    if (moved === undefined) return
    const others = names.toSpliced(from, 1)
    reorder.mutate({ order: others.toSpliced(from + by, 0, moved) }, { onError: showEngineFailure })
  }
  return (
    <ol className={classes['rows']} aria-label={t('engine.order')}>
      {names.map((name, at) => {
        const server = servers.find((one) => one.name === name)
        return (
          <li key={name} aria-label={name}>
            <Group justify="space-between" align="flex-start">
              <Stack gap={2} flex="1 1 14rem" miw={0}>
                {server && <ServerText server={server} />}
                {local?.name === name && <LocalText local={local} />}
              </Stack>
              {!fixed && (
                <Group gap="xs">
                  {names.length > 1 && (
                    <>
                      <ActionIcon
                        variant="default"
                        size={40}
                        aria-label={t('order.up', { name })}
                        disabled={at === 0 || reorder.isPending}
                        onClick={() => move(at, -1)}
                      >
                        <IconArrowUp size={18} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        variant="default"
                        size={40}
                        aria-label={t('order.down', { name })}
                        disabled={at === names.length - 1 || reorder.isPending}
                        onClick={() => move(at, 1)}
                      >
                        <IconArrowDown size={18} aria-hidden />
                      </ActionIcon>
                    </>
                  )}
                  {server ? <RemoveServer server={server} /> : <RemoveLocal name={name} />}
                </Group>
              )}
            </Group>
          </li>
        )
      })}
      <li>
        <Text fw={600}>{t('engine.builtin')}</Text>
        <Text size="sm" c="dimmed">
          {t('order.builtin')}
        </Text>
      </li>
    </ol>
  )
}

function ServerText({ server }: { readonly server: Server }) {
  const { t } = useTranslation('system')
  const { model, base_url, has_api_key, last_failure } = server
  return (
    <>
      <StateMark state={engineState(server)}>{model}</StateMark>
      <Text size="sm" c="dimmed" className={classes['wrap'] ?? ''}>
        {[base_url, ...(has_api_key ? [t('order.with_key')] : [])].join(' · ')}
      </Text>
      <Text size="sm">{t(`order.server_${server.circuit}`)}</Text>
      {last_failure !== null && (
        <Text size="sm">{t('engine.last_failure', { reason: t(`engine_failure.${last_failure}`) })}</Text>
      )}
    </>
  )
}

function LocalText({ local }: { readonly local: Local }) {
  const { t } = useTranslation('system')
  const { name, model, state, circuit, last_failure } = local
  return (
    <>
      <StateMark state={engineState(local)}>{name.replace(/^local:/, '')}</StateMark>
      <Text size="sm" c="dimmed" className={classes['wrap'] ?? ''}>
        {/[/\\]/.test(model) ? model : t('engine.local')}
      </Text>
      <Text size="sm">{t(circuit === 'closed' ? `order.local_${state}` : `order.local_${circuit}`)}</Text>
      {last_failure !== null && (
        <Text size="sm">{t('engine.last_failure', { reason: localFailureText(last_failure) })}</Text>
      )}
    </>
  )
}

/** Why the model of this machine has failed: in words of its own where those for a server do not fit. */
function localFailureText(failure: NonNullable<Local['last_failure']>): string {
  return textAt(`system:local_failure.${failure}`) ?? textAt(`system:engine_failure.${failure}`) ?? failure
}

function RemoveServer({ server: { name, base_url, model } }: { readonly server: Server }) {
  const { t } = useTranslation('system')
  const remove = useAction('engine.remove_server', touched)
  return (
    <Remove
      name={name}
      text={t('order.remove_server')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ base_url, model }, { onError: showEngineFailure })}
    />
  )
}

function RemoveLocal({ name }: { readonly name: string }) {
  const { t } = useTranslation('system')
  const reset = useAction('engine.reset_local', [...touched, 'engine.local_models'])
  return (
    <Remove
      name={name}
      text={t('order.remove_local')}
      busy={reset.isPending}
      onConfirm={() => reset.mutate({}, { onError: showEngineFailure })}
    />
  )
}

interface RemoveProps {
  readonly name: string
  readonly text: string
  readonly busy: boolean
  readonly onConfirm: () => void
}

function Remove({ name, text, busy, onConfirm }: RemoveProps) {
  const { t } = useTranslation('system')
  return (
    <Confirm
      title={t('order.remove_title', { name })}
      action={t('order.remove')}
      onConfirm={onConfirm}
      target={(open) => (
        <Button
          variant="default"
          mih={40}
          loading={busy}
          onClick={open}
          aria-label={t('order.remove_of', { name })}
        >
          {t('order.remove')}
        </Button>
      )}
    >
      <Text>{text}</Text>
    </Confirm>
  )
}
