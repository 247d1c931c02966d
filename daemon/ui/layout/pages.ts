import {
  IconBrain,
  IconHeart,
  IconHome,
  IconInbox,
  IconMessageCircle,
  IconServer,
  IconTarget,
  IconUser,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useOperation } from '../api/operations.ts'
import { useMember } from '../api/session.ts'

export const pages = [
  { to: '/talk', text: 'nav.talk', short: 'nav.talk', icon: IconMessageCircle, admins: false },
  { to: '/inbox', text: 'nav.inbox', short: 'nav.inbox', icon: IconInbox, admins: false },
  { to: '/memories', text: 'nav.memories', short: 'nav.memories', icon: IconBrain, admins: false },
  { to: '/mood', text: 'nav.mood', short: 'nav.mood_short', icon: IconHeart, admins: false },
  { to: '/goals', text: 'nav.goals', short: 'nav.goals', icon: IconTarget, admins: false },
  { to: '/me', text: 'nav.me', short: 'nav.me', icon: IconUser, admins: false },
  { to: '/household', text: 'nav.household', short: 'nav.household', icon: IconHome, admins: true },
  { to: '/system', text: 'nav.system', short: 'nav.system', icon: IconServer, admins: true },
] as const

export type Page = (typeof pages)[number]

/** How many of them a narrow window shows at its foot; the others are behind "More". */
export const atTheFoot = 4

/** The pages that the member may see. */
export function usePages(): readonly Page[] {
  const { roles } = useMember()
  return pages.filter(({ admins }) => !admins || roles.includes('admin'))
}

/** Whether a page is the one that is shown, and how much waits there. */
export function useStanding(page: Page): { readonly active: boolean; readonly waiting: number } {
  const { pathname } = useLocation()
  return { active: pathname === page.to, waiting: useWaiting(page.to) }
}

/** How much waits for the member on a page: unread messages, open questions. */
export function useWaiting(page: string): number {
  const context = useOperation('conversation.context', {}, { enabled: page === '/talk' })
  const pending = useOperation(
    'interactions.list',
    { status: ['pending'], limit: 1 },
    { enabled: page === '/inbox' },
  )
  if (page === '/talk') return context.data?.unread ?? 0
  return page === '/inbox' ? (pending.data?.total ?? 0) : 0
}
