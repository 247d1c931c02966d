import { Stack } from '@mantine/core'
import { AuditLog } from './audit-log.tsx'
import { AuditVerdict } from './audit-verdict.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import { SecurityFigures } from './security-figures.tsx'

/** Who tried what, and who is kept out. */
export function Security() {
  return (
    <Stack>
      <SecurityFigures />
      <BlockedAddresses />
      <AuditVerdict />
      <AuditLog />
    </Stack>
  )
}
