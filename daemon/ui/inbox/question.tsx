import { Button, Group, Modal, Stack } from '@mantine/core'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will happen. */
  readonly children: React.ReactNode
  /** What the button that goes on says, and the one that does not. */
  readonly act: string
  readonly keep: string
  /** Whether something is lost. */
  readonly danger?: boolean
  readonly onConfirm: () => void
}

/** Asks before something that is for good, with words for both ways. */
export function Question({ opened, onClose, title, children, act, keep, danger = false, onConfirm }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep}
          </Button>
          <Button
            {...(danger ? { color: 'red' } : {})}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
