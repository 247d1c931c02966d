import { Box, Group, Stack, Text, Title } from '@mantine/core'
import classes from './page.module.css'
import { useTitle } from './window-title.ts'

interface Props {
  readonly title: string
  /** One sentence on what the page is for. */
  readonly lead?: string
  /** What can be done on the whole page, right of its title. */
  readonly actions?: React.ReactNode
  readonly children: React.ReactNode
}

/** A page with its title; the window is named after it. */
export function Page({ title, lead, actions, children }: Props) {
  useTitle(title)
  return (
    <Box className={classes['page']}>
      <Group justify="space-between" align="flex-start" mb="lg">
        <Stack gap={4}>
          <Title order={1}>{title}</Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </Stack>
        {actions}
      </Group>
      {children}
    </Box>
  )
}
