import { useDisclosure } from '@mantine/hooks'
import { Question } from './question.tsx'

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

/** A button that asks before it does something that cannot be taken back. */
export function Confirm({ target, ...question }: Props) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      {target(open)}
      <Question opened={opened} onClose={close} danger {...question} />
    </>
  )
}
