import { Box } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import i18next from 'i18next'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { nameOf } from '../../client/interaction.ts'
import { useOperation } from '../api/operations.ts'
import { type ActionFeedback, ActionFeedbackProvider, showActionFailure } from '../inbox/action-feedback.ts'
import { InteractionCard } from '../inbox/interaction-card.tsx'
import type { Whole } from '../inbox/interaction.ts'
import { lateReasonOf } from '../inbox/timeline.ts'
import { changedHere } from '../inbox/use-transition.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { Loading } from '../parts/loaded.tsx'
import { useTitle } from '../parts/window-title.ts'
import classes from './answer.module.css'
import { Ended } from './ended.tsx'
import { answerStateOf, unknown } from './ending.ts'
import { InboxLink, Notice, useClosing } from './notice.tsx'
import { lazyPart } from '../parts/lazy-part.ts'

const DetailsDrawer = lazyPart(async () => (await import('../inbox/details-drawer.tsx')).DetailsDrawer)

/** The interaction that the address names (`#/answer?interaction=…`), alone. */
export function AnswerPage() {
  const { interaction = '' } = useSearch({ strict: false }) as { readonly interaction?: string }
  return <Answering key={interaction} interaction_id={interaction} />
}

/** One interaction: to be answered, and then what became of it. */
function Answering({ interaction_id }: { readonly interaction_id: string }) {
  const { t } = useTranslation('quick')
  const named = interaction_id !== ''
  const whole = useOperation('interactions.get', { interaction_id }, { enabled: named })
  const answerState = named ? answerStateOf(whole) : unknown
  const [late, setLate] = useState(false)
  useTitle(answerState.state === 'waiting' ? nameOf(answerState.whole.interaction) : t('answer.title'))
  useClosing(answerState.state === 'over')
  // What is shown says so.
  const feedback = useMemo<ActionFeedback>(
    () => ({
      done: () => {},
      failed: (error) => {
        if (error instanceof ApiError && lateReasonOf(error) !== null) setLate(true)
        else showActionFailure(error, i18next)
      },
    }),
    [],
  )

  return (
    <ActionFeedbackProvider value={feedback}>
      {answerState.state === 'waiting' && <Waiting whole={answerState.whole} />}
      {answerState.state === 'over' && (
        <Ended {...answerState} elsewhere={late || !changedHere.has(interaction_id)} />
      )}
      {answerState.state === 'unknown' && (
        <Notice icon={IconMessageOff} title={t('answer.unknown')} text={t('answer.unknown_text')}>
          <InboxLink />
        </Notice>
      )}
      {answerState.state === 'reading' && (
        <Box p="md">
          <Loading lines={3} />
        </Box>
      )}
      {answerState.state === 'failed' && (
        <Box p="md">
          <FailureAlert error={answerState.error} retry={() => void whole.refetch()} />
        </Box>
      )}
    </ActionFeedbackProvider>
  )
}

/** One that waits: its card fills the window, and what is typed goes into it at once. */
function Waiting({ whole }: { readonly whole: Whole }) {
  const [detailed, setDetailed] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  // A long question is read from its beginning.
  useEffect(
    () => card.current?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true }),
    [],
  )
  return (
    <div ref={card} className={classes['card']}>
      <InteractionCard {...whole} order={1} onDetails={() => setDetailed(true)} />
      <Suspense>
        <DetailsDrawer
          interaction_id={detailed ? whole.interaction.interaction_id : null}
          onClose={() => setDetailed(false)}
        />
      </Suspense>
    </div>
  )
}
