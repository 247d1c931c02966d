import { Stack } from '@mantine/core'
import classes from './row-list.module.css'

/** Rows with a line between them. */
export function RowList({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Stack component="ul" gap={0} className={classes['rows']} aria-label={label}>
      {children}
    </Stack>
  )
}
