import { Center, Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface Props {
  readonly icon: Icon
  readonly title: string
  /** What would have to happen for something to be here. */
  readonly text?: string
  readonly children?: React.ReactNode
}

/** Stands where there is nothing yet. */
export function Empty({ icon: Picture, title, text, children }: Props) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="sm" maw={420}>
        <ThemeIcon size={56} radius="xl" variant="light">
          <Picture size={28} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Text fw={600} ta="center">
          {title}
        </Text>
        {text && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  )
}
