import { Box } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import i18next from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { nameOf } from '../../client/interaction.ts'
import { useOperation } from '../api/operations.ts'
import { showLateness, type Telling, TellingProvider } from '../inbox/telling.ts'
import { latenessOf } from '../inbox/timeline.ts'
import { changedHere } from '../inbox/use-transition.ts'
import { FailureAlert } from '../parts/failure.tsx'
import { Loading } from '../parts/reading.tsx'
import { useTitle } from '../parts/use-title.ts'
import { Ended } from './ended.tsx'
import { standingOf, unknown } from './ending.ts'
import { InboxLink } from './inbox-link.tsx'
import { Notice } from './notice.tsx'
import { useClosing } from './use-closing.ts'
import { Waiting } from './waiting.tsx'

/** One interaction: to be answered, and then what became of it. */
export function Answering({ interaction_id }: { readonly interaction_id: string }) {
  const { t } = useTranslation('quick')
  const named = interaction_id !== ''
  const whole = useOperation('interactions.get', { interaction_id }, { enabled: named })
  const standing = named ? standingOf(whole) : unknown
  const [late, setLate] = useState(false)
  useTitle(standing.state === 'waiting' ? nameOf(standing.whole.interaction) : t('answer.title'))
  useClosing(standing.state === 'over')
  // What is shown tells of it.
  const telling = useMemo<Telling>(
    () => ({
      done: () => {},
      failed: (error) => {
        if (error instanceof ApiError && latenessOf(error.status, error.message) !== null) setLate(true)
        else showLateness(error, i18next)
      },
    }),
    [],
  )

  return (
    <TellingProvider value={telling}>
      {standing.state === 'waiting' && <Waiting whole={standing.whole} />}
      {standing.state === 'over' && (
        <Ended {...standing} elsewhere={late || !changedHere.has(interaction_id)} />
      )}
      {standing.state === 'unknown' && (
        <Notice icon={IconMessageOff} title={t('answer.unknown')} text={t('answer.unknown_text')}>
          <InboxLink />
        </Notice>
      )}
      {standing.state === 'reading' && (
        <Box p="md">
          <Loading lines={3} />
        </Box>
      )}
      {standing.state === 'failed' && (
        <Box p="md">
          <FailureAlert error={standing.error} retry={() => void whole.refetch()} />
        </Box>
      )}
    </TellingProvider>
  )
}
