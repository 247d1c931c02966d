import { Button, UnstyledButton } from '@mantine/core'
import { IconBell, IconBrain, type IconProps } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { showFailure } from '../parts/feedback.tsx'
import { type HistoryMessage, type KeptHistory, withChanges } from '../talk/history.ts'
import classes from './message.module.css'
import { ReceiptDialog } from './receipts.tsx'
import { historyKey, refreshHistory } from '../talk/use-history.ts'

type Change = HistoryMessage['changes'][number]

/** What may be other once something was undone. */
const touched = [
  'memory.recent',
  'memory.search',
  'memory.forgotten',
  'agency.goals',
  'auth.profile',
  'conversation.context',
] as const

const isOfReminder = ({ kind }: Change) => kind.startsWith('reminder')

interface Props {
  readonly message_uuid: string
  readonly changes: HistoryMessage['changes']
  /** When the message was, which tells its buttons from those of others. */
  readonly time: string
}

/** What was done because of a message: each can be undone, and what was remembered be opened. */
export function Changes({ message_uuid, changes, time }: Props) {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const [opened, setOpened] = useState<string | null>(null)
  const undo = useAction('conversation.undo', touched)
  const run = (change: number) =>
    undo.mutate(
      { message_uuid, change },
      {
        onSuccess: ({ changes: now }) => {
          cache.setQueryData<KeptHistory>(
            historyKey,
            (history) => history && withChanges(history, message_uuid, now),
          )
          // What is forgotten, or known again, stands in the messages too.
          void refreshHistory(cache)
        },
        onError: showFailure,
      },
    )
  return (
    <div role="group" className={classes['changes']} aria-label={t('changes')}>
      {changes.map((change, at) => {
        const [memory_uuid] = change.memory_uuids
        const stands = change.undone_at === null
        const canOpen = stands && (change.kind === 'remembered' || change.kind === 'corrected')
        const label = t(`change.${change.kind}`, { count: change.memory_uuids.length })
        const same = changes.slice(0, at).filter(({ kind }) => kind === change.kind).length
        const name = `${label}${same > 0 ? ` ${same + 1}` : ''} (${time})`
        return (
          <span key={`${change.kind} ${at}`} className={classes['change']}>
            <Label
              icon={isOfReminder(change) ? IconBell : IconBrain}
              text={label}
              name={name}
              onOpen={canOpen && memory_uuid !== undefined ? () => setOpened(memory_uuid) : null}
            />
            {stands ? (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t('change.undo_what', { what: name })}
                loading={undo.isPending && undo.variables.change === at}
                onClick={() => run(at)}
              >
                {t('change.undo')}
              </Button>
            ) : (
              <span>{t('change.undone')}</span>
            )}
          </span>
        )
      })}
      <ReceiptDialog
        used={opened === null ? null : { memory_uuid: opened, content: '', why: '' }}
        title={t('change.title')}
        onClose={() => setOpened(null)}
      />
    </div>
  )
}

interface LabelProps {
  readonly icon: ComponentType<IconProps>
  readonly text: string
  /** What the button is called, as no other. */
  readonly name: string
  /** Null where there is nothing to be opened. */
  readonly onOpen: (() => void) | null
}

function Label({ icon: Icon, text, name, onOpen }: LabelProps) {
  const inside = (
    <>
      <Icon size={15} aria-hidden />
      <span>{text}</span>
    </>
  )
  if (!onOpen) return <span className={classes['what']}>{inside}</span>
  return (
    <UnstyledButton
      className={classes['what'] ?? ''}
      aria-haspopup="dialog"
      aria-label={name}
      onClick={onOpen}
    >
      {inside}
    </UnstyledButton>
  )
}
