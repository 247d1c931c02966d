import { Modal, type ModalProps } from '@mantine/core'

/** A dialog of which the button that closes it has a name. */
export function Dialog(props: ModalProps) {
  return <Modal {...props} />
}
