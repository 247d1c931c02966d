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
  readonly act: string
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
  act,
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
            {keep ?? t('act.cancel')}
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

interface ConfirmProps {
  readonly title: string
  /** What will happen, and whether it can be taken back. */
  readonly children: React.ReactNode
  /** What the button that goes on says. */
  readonly act: string
  readonly onConfirm: () => void
  /** The button that asks. */
  readonly target: (open: () => void) => React.ReactNode
}

/** A button that asks before it does something that cannot be taken back. */
export function Confirm({ target, ...question }: ConfirmProps) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      {target(open)}
      <ConfirmDialog opened={opened} onClose={close} danger {...question} />
    </>
  )
}
