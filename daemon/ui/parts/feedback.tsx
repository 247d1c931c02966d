import { Alert, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure-text.ts'

/** How long it is offered, in milliseconds. */
const offered = 12_000

interface Props {
  readonly error: unknown
  readonly retry?: () => void
}

/** Says in its place what went wrong, and offers to try again. */
export function FailureAlert({ error, retry }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between">
        <Text size="sm">{failureText(error)}</Text>
        {retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** Says in passing what went wrong. */
export function showFailure(error: unknown): void {
  showFailureText(failureText(error))
}

/** The same in words that are known already. */
export function showFailureText(message: string): void {
  notifications.show({
    color: 'red',
    title: i18next.t('failure.title'),
    message,
  })
}

/** Says in passing that something was done. */
export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
  })
}

/** Says in passing that something was done, with a button that takes it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: offered,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          mih={36}
          variant="default"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {i18next.t('action.undo')}
        </Button>
      </Group>
    ),
  })
}
