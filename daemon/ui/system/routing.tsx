import { ActionIcon, Button, Code, Group, NativeSelect, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowsSplit, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useLive } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { FailureAlert, showDone, showFailure } from '../parts/feedback.tsx'
import { LiveLoaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { isTopicName } from './names.ts'
import { Pages } from './pages.tsx'
import { Panel } from './panel.tsx'
import classes from './system.module.css'
import { useNames } from './use-names.ts'
import { useSteady } from './use-steady.ts'

type Mapping = OutputOf<'routing.list'>['items'][number]
const size = 20

/** The names under which programs can have the topics of the companion. */
export function Routing() {
  const { t } = useTranslation('system')
  const [page, setPage] = useState(1)
  const mappings = useSteady(useLive('routing.list', { limit: size, offset: (page - 1) * size }))
  const status = useLive('gateway.status')
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Stack>
      <Panel title={t('routing.add_title')} text={t('routing.add_text')}>
        <LiveLoaded of={status} lines={1}>
          {({ topics }) => <MappingForm topics={topics} />}
        </LiveLoaded>
      </Panel>
      <Panel ref={panel} title={t('routing.title')}>
        <LiveLoaded of={mappings}>
          {({ items, total }) => (
            <Stack>
              {total === 0 && (
                <Empty icon={IconArrowsSplit} title={t('routing.none')} text={t('routing.none_text')} />
              )}
              <ul className={classes['rows']} aria-label={t('routing.title')} hidden={items.length === 0}>
                {items.map((mapping) => (
                  <MappingRow
                    key={mapping.external_topic}
                    mapping={mapping}
                    onGone={() => panel.current?.focus()}
                  />
                ))}
              </ul>
              <Pages page={page} size={size} total={total} onChange={setPage} />
            </Stack>
          )}
        </LiveLoaded>
      </Panel>
      <Panel title={t('routing.topics')} text={t('routing.topics_text')}>
        <LiveLoaded of={status} lines={2}>
          {({ topics }) => (
            <Group component="ul" gap="xs" p={0} m={0}>
              {topics.map((topic) => (
                <Code component="li" key={topic} style={{ listStyle: 'none' }}>
                  {topic}
                </Code>
              ))}
            </Group>
          )}
        </LiveLoaded>
      </Panel>
    </Stack>
  )
}

function MappingRow({ mapping, onGone }: { readonly mapping: Mapping; readonly onGone: () => void }) {
  const { t } = useTranslation('system')
  const names = useNames()
  const remove = useAction('routing.remove', ['routing.list'])
  const { external_topic, internal_topic, created_by, created_at } = mapping
  const label = t('routing.remove', { topic: external_topic })
  const take = () =>
    remove.mutate(
      { external_topic },
      {
        onError: showFailure,
        onSuccess: () => {
          showDone(t('routing.removed', { topic: external_topic }))
          onGone()
        },
      },
    )
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text className={classes['wrap'] ?? ''}>
          <Code>{external_topic}</Code> <span aria-label={t('routing.stands_for')}>→</span>{' '}
          <Code>{internal_topic}</Code>
        </Text>
        <Text size="sm" c="dimmed">
          {t('routing.by', { name: names.actor(created_by) })} <Moment at={created_at} />
        </Text>
      </Stack>
      <Confirm
        title={label}
        action={t('routing.remove_act')}
        onConfirm={take}
        target={(open) => (
          <Tooltip label={label}>
            <ActionIcon
              variant="default"
              size={40}
              aria-label={label}
              loading={remove.isPending}
              onClick={open}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      >
        <Text>{t('routing.remove_text')}</Text>
      </Confirm>
    </Group>
  )
}

function MappingForm({ topics }: { readonly topics: readonly string[] }) {
  const { t } = useTranslation('system')
  const add = useAction('routing.add', ['routing.list'])
  const form = useForm({
    initialValues: { external_topic: '', internal_topic: topics[0] ?? '' },
    validate: { external_topic: (name) => (isTopicName(name) ? null : t('routing.bad_name')) },
  })
  const submit = form.onSubmit((mapping) =>
    add.mutate(mapping, {
      onSuccess: ({ external_topic }) => {
        form.reset()
        showDone(t('routing.added', { topic: external_topic }))
      },
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {add.error && <FailureAlert error={add.error} />}
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('routing.external')}
            placeholder="kitchen.display"
            required
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            flex="1 1 12rem"
            {...form.getInputProps('external_topic')}
          />
          <NativeSelect
            label={t('routing.internal')}
            data={[...topics]}
            flex="1 1 12rem"
            {...form.getInputProps('internal_topic')}
          />
          <Button type="submit" mt={25} loading={add.isPending}>
            {t('routing.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
