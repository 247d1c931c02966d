import { Paper, Stack, Text } from '@mantine/core'

interface Props {
  readonly title: string
  /** What one gets by it, in a sentence or two. */
  readonly text: string
  readonly children: React.ReactNode
}

/** Something that can be had with one click, or be left for later. */
export function Offer({ title, text, children }: Props) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {children}
      </Stack>
    </Paper>
  )
}
