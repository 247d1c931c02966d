import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

/** How long it is offered, in milliseconds. */
const offered = 12_000

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
          {i18next.t('act.undo')}
        </Button>
      </Group>
    ),
  })
}
