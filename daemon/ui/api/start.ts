import { useQuery } from '@tanstack/react-query'
import { ApiError, isPassing } from '../../client/errors.ts'
import { anonymous } from './session.ts'

/** What is to be known before anybody signs in, asked for until the daemon answers or refuses. */
export const start = {
  queryKey: ['auth.start'],
  queryFn: () => anonymous.call('auth.start'),
  retry: (_: number, error: Error) => isPassing(error),
  networkMode: 'always',
} as const

/** Whether the home is empty yet, and what a new password must be like; undefined until that is read. */
export const useStart = () => useQuery(start).data

/** Whether the daemon has refused a call because its home is locked. */
export const isHomeLocked = (error: unknown): boolean =>
  error instanceof ApiError && error.details['reason'] === 'home_locked'
