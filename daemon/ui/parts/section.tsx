import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from '@mantine/hooks'
import classes from './section.module.css'

interface Props {
  readonly title: string
  /** One or two sentences on what it is. */
  readonly lead?: React.ReactNode
  /** What can be done with all of it, beside its title. */
  readonly actions?: React.ReactNode
  readonly children: React.ReactNode
  /** For the focus, where what had it is gone. */
  readonly ref?: React.Ref<HTMLElement>
}

/** A part of a page that stands for itself. */
export function Section({ title, lead, actions, children, ref }: Props) {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} tabIndex={-1} {...(ref ? { ref } : {})}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} flex="1 1 16rem">
            <Title order={2} id={heading}>
              {title}
            </Title>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}

/** Rows with a line between them. */
export function RowList({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Stack component="ul" gap={0} className={classes['rows']} aria-label={label}>
      {children}
    </Stack>
  )
}
