import { Center } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../api/operations.ts'
import { isHomeLocked, start } from '../api/start.ts'
import { tab } from '../api/tab.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { useShownPage } from './use-shown-page.ts'

// Whoever is signed in already does without. No `lazy`: what is shown instead would stay for a third of a second.
const form = {
  queryKey: ['sign-in'],
  queryFn: async () => (await import('./sign-in.tsx')).SignIn,
  staleTime: Infinity,
} as const

/** Gets what the way in needs, where nobody is known to be signed in. */
export function prepareEntrance(): void {
  if (tab.keptKey()) return
  void queries.prefetchQuery(start)
  void queries.prefetchQuery(form)
}

interface Props {
  /** Whether there was a session that is over. */
  readonly ended: boolean
  /** Whether the password is asked for where a PIN would do. */
  readonly withPassword: boolean
}

/** The way in: an empty home begins with the welcome, everybody else signs in. */
export function Entrance(props: Props) {
  const shown = useShownPage()
  const welcome = shown === '/welcome'
  const navigate = useNavigate()
  const { data, error } = useQuery(start)
  const { data: SignIn } = useQuery(form)
  useEffect(() => {
    if (data?.setup_needed && !welcome) void navigate({ to: '/welcome', replace: true })
  }, [data, welcome, navigate])
  const locked = isHomeLocked(error)
  if (error && !locked)
    return (
      <Center component="main" mih="100%" p="md">
        <FailureAlert error={error} retry={() => location.reload()} />
      </Center>
    )
  // Whose code it is that the address brings is known with the answer alone.
  if ((welcome && data) || (shown === '/recover' && data?.setup_needed === false)) return <Outlet />
  return SignIn && (locked || data?.setup_needed === false) ? <SignIn {...props} locked={locked} /> : null
}
