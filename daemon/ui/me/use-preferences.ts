import { useMutation, useQueryClient } from '@tanstack/react-query'
import { read, useOperation } from '../api/operations.ts'
import { client, memberChanged } from '../api/session.ts'
import { showFailure } from '../parts/failure.tsx'
import { changed, type Preferences } from './preference-values.ts'

/** The preferences of the member, and how to change some of them. */
export function usePreferences() {
  const cache = useQueryClient()
  const profile = useOperation('auth.profile')
  const { mutate: change, ...changing } = useMutation({
    // One after the other.
    scope: { id: 'preferences' },
    mutationFn: async (change: Preferences) => {
      // They are replaced as a whole, and other pages change other parts of them.
      const { preferences } = await read('auth.profile', {})
      return client.call('auth.update_profile', { preferences: changed(preferences, change) })
    },
    onSuccess: (member) => {
      memberChanged(member)
      cache.setQueryData(['auth.profile', {}], member)
    },
    onError: showFailure,
  })
  const held = profile.data?.preferences
  // Shown as wanted while it is on its way.
  const wanted = held && changing.isPending ? changed(held, changing.variables) : held
  return { reading: { ...profile, data: wanted }, change }
}
