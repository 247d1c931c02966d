import type { Clock } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../store/store.ts'
import { codeOperations } from './code-operations.ts'
import { deviceRecoveryOperations, trustedForMs } from './device-operations.ts'
import { deviceRecoveryStore } from './device-recoveries.ts'
import { homeOperations } from './home-operations.ts'
import { type LinkDependencies, linkOperations } from './link-operations.ts'
import { newPasswordOf, openSetPassword } from './recovering.ts'
import { signInLinkStore } from './sign-in-links.ts'
import type { Interactions } from '../factors/push.ts'
import { openNotifyMember } from './notify-member.ts'

interface RecoveryParts extends Omit<
  LinkDependencies,
  'links' | 'requests' | 'notifyMember' | 'withdraw' | 'newPassword' | 'setPassword'
> {
  readonly asking: Interactions
  readonly clock: Clock
}

/** How members get back in who have lost their password. */
export function openRecovery({ asking, ...parts }: RecoveryParts) {
  const links = signInLinkStore(parts.store)
  const requests = deviceRecoveryStore(parts.store)
  const { withdraw } = asking
  const dependencies = {
    ...parts,
    links,
    requests,
    withdraw,
    notifyMember: openNotifyMember(asking, parts.clock),
  }
  const ways = {
    ...dependencies,
    newPassword: newPasswordOf(parts),
    setPassword: openSetPassword(dependencies),
  }
  return {
    operations: {
      ...codeOperations(ways),
      ...linkOperations(ways),
      ...deviceRecoveryOperations(ways),
      ...homeOperations(ways),
    },
    /** Ends what waits for a member to set a new password, who has set one with the old one. */
    forgetOf: (tx: Transaction, family_member_uuid: string): void => {
      links.forgetOf(tx, family_member_uuid)
      requests.forgetOf(tx, family_member_uuid)
    },
    /** Forgets what time has ended. */
    sweep: (tx: Transaction): void => {
      const now = parts.clock.now()
      links.forget(tx, now)
      // By then the week is over after which a device may ask again.
      requests.forget(tx, now - 2 * trustedForMs)
    },
  }
}

export type Recovery = ReturnType<typeof openRecovery>
