import { readAgain } from './operations.ts'
import type { Preferences } from './preferences.ts'
import { useChangePreferences } from './use-change-preferences.ts'

/** The origins of the model servers that a member has agreed to. */
export const enginesOf = ({ engines }: Preferences): string[] =>
  Array.isArray(engines) ? engines.filter((one) => typeof one === 'string') : []

/** The preferences of a member who agrees to an origin, or does no longer; all else as it was. */
export function withConsent(preferences: Preferences, origin: string, agrees: boolean): Preferences {
  const others = enginesOf(preferences).filter((one) => one !== origin)
  return { ...preferences, engines: agrees ? [...others, origin] : others }
}

/** Agrees to a model server for the member who is signed in, or takes that back. */
export function useEngineConsent(): (origin: string, agrees: boolean) => Promise<void> {
  const changing = useChangePreferences({ onSuccess: () => readAgain(['conversation.context']) })
  return async (origin, agrees) => {
    await changing.mutateAsync((before) => withConsent(before, origin, agrees))
  }
}
