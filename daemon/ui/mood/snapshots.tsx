import { Button, Card, Divider, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { showKnown, useAction, useOperation } from '../api/operations.ts'
import { Confirm } from '../parts/confirm.tsx'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { absolute, Moment } from '../parts/moment.tsx'
import { wordOf } from './known-words.ts'
import { personalityQueries, traitNames } from './nature.ts'

/** So many are shown at first, and with each press of the button. */
const few = 5

/** What the companion was before, and can become again. */
export function Snapshots({ onRestored }: { readonly onRestored: () => void }) {
  const { t } = useTranslation(['mood', 'common'])
  const [shown, setShown] = useState(few)
  const snapshots = useOperation('personality.snapshots', { limit: shown }, { keep: true })
  const restoring = useAction('personality.rollback', personalityQueries)
  const restore = (id: string) =>
    restoring.mutate(
      { id },
      {
        onError: showFailure,
        onSuccess: (restored) => {
          showKnown('personality.current', {}, restored)
          onRestored()
          showDone(t('snapshot.restored'))
        },
      },
    )
  return (
    <Stack component="section" aria-labelledby="snapshots" gap="sm">
      <Title order={2} id="snapshots">
        {t('snapshot.title')}
      </Title>
      <Text c="dimmed">{t('snapshot.lead')}</Text>
      <NewSnapshot />
      <Loaded of={snapshots}>
        {({ items, total }) => (
          <>
            {items.length > 0 && (
              <Card padding="md">
                {items.map((snapshot, at) => (
                  <Fragment key={snapshot.snapshot_uuid}>
                    {at > 0 && <Divider my="sm" />}
                    <SnapshotLine snapshot={snapshot} onRestore={() => restore(snapshot.snapshot_uuid)} />
                  </Fragment>
                ))}
              </Card>
            )}
            {total > items.length && (
              <Button variant="default" onClick={() => setShown(Math.min(shown + 4 * few, 200))}>
                {t('common:action.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** Keeps what the companion is now, under a name if one is given. */
function NewSnapshot() {
  const { t } = useTranslation('mood')
  const [label, setLabel] = useState('')
  const keeping = useAction('personality.snapshot', ['personality.snapshots'])
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

interface Props {
  readonly snapshot: OutputOf<'personality.snapshots'>['items'][number]
  readonly onRestore: () => void
}

/** What the companion was at one time. */
function SnapshotLine({ snapshot, onRestore }: Props) {
  const { t, i18n } = useTranslation(['mood', 'common'])
  const { label, companion_name, traits, created_at } = snapshot
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const name = label === null ? t('snapshot.unnamed') : wordOf(label, t)
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} flex={1} miw={200}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {companion_name} · <Moment at={created_at} />
        </Text>
        <Text size="xs" c="dimmed">
          {traitNames
            .map((trait) => `${t(`common:trait.${trait}`)} ${percent.format(traits[trait])}`)
            .join(' · ')}
        </Text>
      </Stack>
      <Confirm
        title={t('snapshot.confirm')}
        action={t('snapshot.restore')}
        onConfirm={onRestore}
        target={(open) => (
          <Button
            variant="default"
            h={40}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={t('snapshot.restore_label', { name, at: absolute(created_at, i18n.language) })}
            onClick={open}
          >
            {t('snapshot.restore')}
          </Button>
        )}
      >
        <Text>
          {t('snapshot.confirm_text', { name: companion_name, at: absolute(created_at, i18n.language) })}
        </Text>
      </Confirm>
    </Group>
  )
}
