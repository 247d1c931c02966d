import { Text } from '@mantine/core'
import classes from './big-code.module.css'

/** A code to read out and type, large. */
export function BigCode({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <Text component="p" role="group" aria-label={label} className={classes['code'] ?? ''}>
      {code}
    </Text>
  )
}
