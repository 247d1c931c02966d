import { Card, Group, Stack, Text, Title } from '@mantine/core'

interface Props {
  readonly title: string
  /** One sentence on what is in it. */
  readonly text?: string
  readonly actions?: React.ReactNode
  /** Takes the focus where what had it is gone. */
  readonly ref?: React.Ref<HTMLDivElement>
  readonly children: React.ReactNode
}

/** A part of a section. */
export function Panel({ title, text, actions, ref, children }: Props) {
  return (
    <Card p={{ base: 'md', sm: 'lg' }} {...(ref ? { ref, tabIndex: -1 } : {})}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex={1} miw={200}>
            <Title order={3} size="h4">
              {title}
            </Title>
            {text && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
