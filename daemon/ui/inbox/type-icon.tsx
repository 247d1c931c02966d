import { ThemeIcon } from '@mantine/core'
import { IconBell, IconHelp, IconListDetails, IconMessages, IconThumbUp } from '@tabler/icons-react'
import type { InteractionType } from './interaction.ts'

const icons = {
  question: IconHelp,
  choice: IconListDetails,
  dialogue: IconMessages,
  approval: IconThumbUp,
  ack: IconBell,
}

/** The sign of a type. */
export function TypeIcon({ type }: { readonly type: InteractionType }) {
  const Sign = icons[type]
  return (
    <ThemeIcon variant="light" size="lg" radius="xl">
      <Sign size={18} stroke={1.7} aria-hidden />
    </ThemeIcon>
  )
}
