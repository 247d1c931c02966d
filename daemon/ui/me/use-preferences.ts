import { useOperation } from '../api/operations.ts'
import type { Preferences } from '../api/preferences.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showFailure } from '../parts/failure.tsx'
import { changed } from './preference-values.ts'

/** The preferences of the member, and how to change some of them. */
export function usePreferences() {
  const profile = useOperation('auth.profile')
  const changing = useChangePreferences({ onError: showFailure })
  const held = profile.data?.preferences
  // Shown as wanted while it is on its way.
  const wanted = held && changing.isPending ? changing.variables(held) : held
  const change = (some: Preferences) => changing.mutate((before) => changed(before, some))
  return { reading: { ...profile, data: wanted }, change }
}
