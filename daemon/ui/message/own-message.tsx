import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginningOf } from '../parts/beginning.ts'
import { failureText } from '../parts/failure-text.ts'
import { timeOf } from './day.ts'
import type { OutboxActions } from '../talk/member-outbox.ts'
import classes from './message.module.css'
import { BareReply } from './reply.tsx'
import type { Outgoing } from '../talk/outgoing.ts'

interface Props {
  readonly text: string
  /** When it was said; none where it is still on its way. */
  readonly at?: string
  /** How far it is on its way. */
  readonly state?: Outgoing['state']
  /** What can be done with it. */
  readonly menu?: React.ReactNode
  /** What stands below it. */
  readonly children?: React.ReactNode
}

/** What the member has said. */
export function OwnWords({ text, at, state, menu, children }: Props) {
  const { t, i18n } = useTranslation('talk')
  return (
    <div className={classes['own']}>
      <div className={classes['bubble']} data-waiting={at === undefined || undefined}>
        <VisuallyHidden>{t('you')}: </VisuallyHidden>
        <p className={classes['words']}>{text}</p>
      </div>
      <div className={classes['foot']}>
        {at !== undefined && <time dateTime={at}>{timeOf(at, i18n.language)}</time>}
        {state === 'waiting' && t('outgoing.waiting')}
        {state === 'sending' && t('outgoing.sending')}
        {menu}
      </div>
      {children}
    </div>
  )
}

/** What was said and is not in the history yet. */
export function OutgoingMessage({
  outgoing,
  outboxActions,
}: {
  readonly outgoing: Outgoing
  readonly outboxActions: OutboxActions
}) {
  return (
    <>
      <OwnWords text={outgoing.content} state={outgoing.state}>
        {outgoing.state === 'failed' && <Undelivered outgoing={outgoing} outboxActions={outboxActions} />}
      </OwnWords>
      {outgoing.state === 'unkept' && (
        <>
          <BareReply text={outgoing.reply ?? ''} />
          <Undelivered outgoing={outgoing} outboxActions={outboxActions} />
        </>
      )}
    </>
  )
}

/** Says why a message was not answered or not kept, and tries again or gives it up. */
export function Undelivered({
  outgoing: { key, content, state, error },
  outboxActions,
}: {
  readonly outgoing: Outgoing
  readonly outboxActions: OutboxActions
}) {
  const { t } = useTranslation(['talk', 'common'])
  const words = beginningOf(content)
  return (
    <Group gap="xs" justify="flex-end" role="alert">
      <Text size="sm" c="var(--mantine-color-red-light-color)">
        <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
        {state === 'unkept' ? t('outgoing.unkept') : failureText(error)}
      </Text>
      <Button
        size="compact-md"
        mih={36}
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        aria-label={`${t('common:action.retry')}: ${words}`}
        onClick={() => outboxActions.retry(key)}
      >
        {t('common:action.retry')}
      </Button>
      <Button
        size="compact-md"
        mih={36}
        variant="subtle"
        color="gray"
        aria-label={`${t('outgoing.drop')}: ${words}`}
        onClick={() => outboxActions.drop(key)}
      >
        {t('outgoing.drop')}
      </Button>
    </Group>
  )
}
