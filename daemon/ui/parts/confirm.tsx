import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will happen, and whether it can be taken back. */
  readonly children: React.ReactNode
  /** What the button that goes on says, and the one that does not: `Cancel` where nothing else is given. */
  readonly action: string
  readonly keep?: string
  /** Whether something is lost. */
  readonly danger?: boolean
  readonly onConfirm: () => void
}

/** Asks before something that is for good. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  action,
  keep,
  danger = false,
  onConfirm,
}: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep ?? t('action.cancel')}
          </Button>
          <Button
            {...(danger ? { color: 'red.9' } : {})}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ConfirmProps {
  readonly title: string
  /** What will happen, and whether it can be taken back. */
  readonly children: React.ReactNode
  readonly action: string
  readonly onConfirm: () => void
  /** The button that asks. */
  readonly target: (open: () => void) => React.ReactNode
}

/** Asks before it does something that cannot be taken back. */
export function Confirm({ target, ...question }: ConfirmProps) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      {target(open)}
      <ConfirmDialog opened={opened} onClose={close} danger {...question} />
    </>
  )
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'target'> {
  /** What the button says to whoever does not see what it stands beside. */
  readonly label: string
}

/** The same by a button at the end of a row, which says what the one that goes on does. */
export function ConfirmButton({ label, ...question }: ConfirmButtonProps) {
  return (
    <Confirm
      {...question}
      target={(open) => (
        <Button variant="default" mih={40} flex="none" onClick={open} aria-label={label}>
          {question.action}
        </Button>
      )}
    />
  )
}
