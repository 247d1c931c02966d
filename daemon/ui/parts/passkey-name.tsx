import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface Props {
  /** What the passkey will do. */
  readonly text: string
  readonly label: string
  readonly placeholder: string
  readonly action: string
  readonly pending: boolean
  /** Why it did not work; null where it was not tried, or may yet. */
  readonly problem: ReactNode
  /** Called with a name that is not empty. */
  readonly onNamed: (name: string) => void
}

/** Asks what a new passkey is to be called. */
export function PasskeyName({ text, label, placeholder, action, pending, problem, onNamed }: Props) {
  const [name, setName] = useState('')
  const named = name.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onNamed(named)
      }}
    >
      <Stack>
        <Text c="dimmed">{text}</Text>
        {problem}
        <TextInput
          label={label}
          placeholder={placeholder}
          maxLength={64}
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" mih={40} loading={pending} disabled={named === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
