import { useMutation } from '@tanstack/react-query'
import type { OutputOf } from '../../client/types.ts'
import { read, showKnown } from './operations.ts'
import type { Preferences } from './preferences.ts'
import { client, memberChanged } from './session.ts'

interface Callbacks {
  readonly onSuccess?: () => void
  readonly onError?: (error: unknown) => void
}

/** Changes a part of the preferences of the member: as they are by then, one change after the other. */
export function useChangePreferences({ onSuccess, onError }: Callbacks) {
  return useMutation<OutputOf<'auth.profile'>, Error, (held: Preferences) => Preferences>({
    scope: { id: 'preferences' },
    mutationFn: async (change) => {
      // They are replaced as a whole, and other pages change other parts of them.
      const { preferences } = await read('auth.profile', {})
      return client.call('auth.update_profile', { preferences: { ...change(preferences) } })
    },
    onSuccess: (member) => {
      memberChanged(member)
      showKnown('auth.profile', {}, member)
      onSuccess?.()
    },
    onError: (error) => onError?.(error),
  })
}
