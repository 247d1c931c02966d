import { isPassing } from '../../client/errors.ts'
import { anonymous } from './session.ts'

/** What is to be known before anybody signs in, asked for until the daemon answers or refuses. */
export const start = {
  queryKey: ['auth.start'],
  queryFn: () => anonymous.call('auth.start'),
  retry: (_: number, error: Error) => isPassing(error),
  networkMode: 'always',
} as const
