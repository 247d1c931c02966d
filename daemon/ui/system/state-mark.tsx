import { Group, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { State } from './state.ts'

const marks = {
  ok: { color: 'teal', icon: IconCheck },
  degraded: { color: 'yellow', icon: IconAlertTriangle },
  down: { color: 'red', icon: IconX },
} as const

interface Props {
  readonly state: State
  /** The state in words; the colour alone says nothing. */
  readonly children: React.ReactNode
}

/** A state by its colour, its sign and in words. */
export function StateMark({ state, children }: Props) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <StateIcon state={state} />
      <Text component="span" fw={600} inherit>
        {children}
      </Text>
    </Group>
  )
}

/** The sign of a state, for where the words stand beside it. */
export function StateIcon({ state, size = 24 }: { readonly state: State; readonly size?: number }) {
  const { color, icon: Icon } = marks[state]
  return (
    <ThemeIcon size={size} radius="xl" color={color} variant="light" flex="none" component="span">
      <Icon size={size * 0.62} stroke={2.2} aria-hidden />
    </ThemeIcon>
  )
}
