import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useEngineConsent } from '../../api/engines.ts'
import { useAction } from '../../api/operations.ts'
import { client } from '../../api/session.ts'
import { showDone } from '../../parts/feedback.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { orRefused, useStepUp, wantsPassword } from '../../parts/step-up.tsx'
import classes from '../system.module.css'
import { type EngineChoice, engineInput, keyOf } from './engine-choice.ts'
import { engineFailureText } from './engine-failure.ts'

interface Props {
  readonly current: OutputOf<'engine.current'>
  readonly base_url: string
  /** What the server is known to have. */
  readonly models: readonly string[]
}

/** Lets a model of a server write the replies. */
export function EngineForm({ current, base_url, models }: Props) {
  const { t } = useTranslation('system')
  const own = current.base_url === base_url && base_url !== ''
  const form = useForm<EngineChoice>({
    initialValues: {
      base_url,
      model: own ? (current.model ?? '') : (models[0] ?? ''),
      api_key: '',
      no_key: false,
      for_me: false,
      timeout_seconds: current.timeout_seconds,
      context_tokens: current.context_tokens,
    },
  })
  const ask = useMutation({
    mutationFn: () =>
      client.call('engine.models', { base_url: form.values.base_url.trim(), ...keyOf(form.values) }),
    onSuccess: (server) => {
      if (form.values.model === '') form.setFieldValue('model', server.models[0] ?? '')
    },
  })
  const change = useAction('engine.change', ['engine.current', 'gateway.config'])
  const add = useAction('engine.add_server', ['engine.current', 'gateway.config'])
  const agree = useEngineConsent()
  const { run, dialog } = useStepUp()
  const refused = [change.error, add.error].find((one) => one && !wantsPassword(one))
  const error = refused ?? ask.error
  const submitTo = (set: typeof change | typeof add) =>
    form.onSubmit((choice) =>
      run(async () => {
        change.reset()
        add.reset()
        if (!(await orRefused(set.mutateAsync(engineInput(choice))))) return
        form.setFieldValue('api_key', '')
        if (choice.for_me) await agree(new URL(choice.base_url.trim()).origin, true)
        showDone(t(set === add ? 'engine.added' : 'engine.changed', { model: choice.model.trim() }))
      }),
    )
  return (
    <form onSubmit={submitTo(change)}>
      <Stack>
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {engineFailureText(error)}
          </Alert>
        )}
        <ServerFields
          form={form}
          hasKey={own && current.has_api_key}
          models={ask.data?.models ?? models}
          asking={ask.isPending}
          onAsk={() => ask.mutate()}
        />
        <div role="status" className={classes['live']}>
          {ask.data && t('servers.models', { count: ask.data.models.length })}
        </div>
        <LimitFields form={form} />
        <Checkbox
          label={t('engine.for_me')}
          description={t('engine.for_me_text')}
          {...form.getInputProps('for_me', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('engine.change')}
          </Button>
          {current.servers.length > 0 && (
            <Button variant="default" loading={add.isPending} onClick={() => submitTo(add)()}>
              {t('engine.add')}
            </Button>
          )}
        </Group>
      </Stack>
      {dialog}
    </form>
  )
}

interface FieldsProps {
  readonly form: ReturnType<typeof useForm<EngineChoice>>
}

interface ServerProps extends FieldsProps {
  readonly hasKey: boolean
  /** What the server is known to have. */
  readonly models: readonly string[]
  readonly asking: boolean
  readonly onAsk: () => void
}

/** Which server, the key for it, and which of its models. */
function ServerFields({ form, hasKey, models, asking, onAsk }: ServerProps) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput
        label={t('engine.base_url')}
        description={t('engine.base_url_hint')}
        type="url"
        required
        maxLength={2_000}
        spellCheck={false}
        {...form.getInputProps('base_url')}
      />
      <PasswordField
        label={t('engine.api_key')}
        description={t(hasKey ? 'engine.api_key_kept' : 'engine.api_key_hint')}
        required={false}
        autoComplete="off"
        maxLength={4_000}
        disabled={form.values.no_key}
        {...form.getInputProps('api_key')}
      />
      {hasKey && (
        <Checkbox label={t('engine.no_key')} {...form.getInputProps('no_key', { type: 'checkbox' })} />
      )}
      <Group align="flex-end" gap="sm">
        <Autocomplete
          label={t('engine.model')}
          required
          maxLength={300}
          data={[...models]}
          flex="1 1 14rem"
          {...form.getInputProps('model')}
        />
        <Button
          variant="default"
          loading={asking}
          disabled={form.values.base_url.trim() === ''}
          onClick={onAsk}
        >
          {t('engine.ask_models')}
        </Button>
      </Group>
    </>
  )
}

/** How long an answer may take, and how much the model reads at once. */
function LimitFields({ form }: FieldsProps) {
  const { t } = useTranslation('system')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label={t('engine.timeout_label')}
        min={1}
        max={25}
        allowDecimal={false}
        {...form.getInputProps('timeout_seconds')}
      />
      <NumberInput
        label={t('engine.context_label')}
        min={1_024}
        max={1_000_000}
        step={1_024}
        allowDecimal={false}
        {...form.getInputProps('context_tokens')}
      />
    </SimpleGrid>
  )
}
