import type { MemberView } from '../member/member-view.ts'
import type { DaemonState } from '../supervisor/state.ts'

/** The state shown by the icon: what matters most. */
export type TrayState = 'starting' | 'running' | 'talking' | 'needs-you' | 'paused' | 'trouble'

/** The state of the daemon and of the signed-in member's companion, if there is one. */
export function trayStateOf(daemon: DaemonState['state'], view: MemberView | null): TrayState {
  if (['failed', 'stopped', 'locked'].includes(daemon)) return 'trouble'
  if (daemon !== 'running') return 'starting'
  if (view === null || !view.connected) return 'running'
  if (view.talking) return 'talking'
  if (view.waiting > 0) return 'needs-you'
  return view.paused_until === null ? 'running' : 'paused'
}
