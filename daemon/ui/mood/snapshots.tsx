import { Button, Card, Divider, Stack, Text, Title } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showKnown, useAct, useOperation } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/failure.tsx'
import { Reading } from '../parts/reading.tsx'
import { NewSnapshot } from './new-snapshot.tsx'
import { shaped } from './shaped.ts'
import { SnapshotLine } from './snapshot-line.tsx'

/** So many are shown at first, and with each press of the button. */
const few = 5

/** What the companion was before, and can become again. */
export function Snapshots({ onRestored }: { readonly onRestored: () => void }) {
  const { t } = useTranslation(['mood', 'common'])
  const [shown, setShown] = useState(few)
  const snapshots = useOperation('personality.snapshots', { limit: shown }, { keep: true })
  const restoring = useAct('personality.rollback', shaped)
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
      <Reading of={snapshots}>
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
                {t('common:act.more')}
              </Button>
            )}
          </>
        )}
      </Reading>
    </Stack>
  )
}
