import { Text } from '@mantine/core'
import classes from './system.module.css'

interface Props {
  readonly of: Readonly<Record<string, unknown>>
  /** What opens it. */
  readonly label: string
}

/** What else there is to know, folded away; nothing where there is nothing. */
export function Details({ of, label }: Props) {
  if (Object.keys(of).length === 0) return null
  return (
    <details>
      <Text component="summary" size="sm" className={classes['summary'] ?? ''}>
        {label}
      </Text>
      <pre className={classes['details']}>{JSON.stringify(of, null, 2)}</pre>
    </details>
  )
}
