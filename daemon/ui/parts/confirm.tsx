import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly title: string
  /** What will happen, and whether it can be taken back. */
  readonly children: React.ReactNode
  /** What the button that goes on says. */
  readonly act: string
  readonly onConfirm: () => void
  /** The button that asks. */
  readonly target: (open: () => void) => React.ReactNode
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, children, act, onConfirm, target }: Props) {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      {target(open)}
      <Modal opened={opened} onClose={close} title={title}>
        <Stack>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('act.cancel')}
            </Button>
            <Button
              color="red"
              onClick={() => {
                close()
                onConfirm()
              }}
            >
              {act}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
