import { Outlet, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '../api/operations.ts'
import { anonymous } from '../api/session.ts'
import { keptKey } from '../api/tab.ts'
import { useShownPage } from './use-shown-page.ts'

// Whoever is signed in already does without. No `lazy`: what is shown instead would stay for a third of a second.
const form = {
  queryKey: ['sign-in'],
  queryFn: async () => (await import('./sign-in.tsx')).SignIn,
  staleTime: Infinity,
} as const
const start = {
  queryKey: ['auth.start'],
  queryFn: () => anonymous.call('auth.start'),
  retry: true,
  networkMode: 'always',
} as const

/** Gets what the way in needs, where nobody is known to be signed in. */
export function prepareEntrance(): void {
  if (keptKey()) return
  void queries.prefetchQuery(start)
  void queries.prefetchQuery(form)
}

/** The way in: an empty home begins with the welcome, everybody else signs in. */
export function Entrance({ ended }: { readonly ended: boolean }) {
  const welcome = useShownPage() === '/welcome'
  const navigate = useNavigate()
  const { data } = useQuery(start)
  const { data: SignIn } = useQuery(form)
  useEffect(() => {
    if (data?.setup_needed && !welcome) void navigate({ to: '/welcome', replace: true })
  }, [data, welcome, navigate])
  if (welcome) return <Outlet />
  return SignIn && data?.setup_needed === false ? <SignIn ended={ended} /> : null
}
