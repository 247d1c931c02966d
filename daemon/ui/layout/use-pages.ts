import { useLocation } from '@tanstack/react-router'
import { useMember } from '../api/session.ts'
import { type Page, pages } from './pages.ts'
import { useWaiting } from './waiting.ts'

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
