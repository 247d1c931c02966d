import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PauseChoice, pausedUntil, pauseOf, withPause } from '../../client/pause.ts'
import type { Preferences } from '../api/preferences.ts'
import { useChangePreferences } from '../api/use-change-preferences.ts'
import { showDone, showFailure } from '../parts/failure.tsx'

/** Until when the companion is paused (ISO 8601; null where it is not), and how to pause and resume it. */
export function usePause(preferences: Preferences) {
  const { t } = useTranslation('goals')
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 15_000, { autoInvoke: true })
  const { mutate, isPending } = useChangePreferences({ onError: showFailure })
  const change = (until: string | null) =>
    mutate((held) => withPause(held, until), {
      onSuccess: () => showDone(t(until === null ? 'pause.resumed' : 'pause.begun')),
    })
  return {
    until: pauseOf(preferences, now),
    pause: (choice: PauseChoice) => change(pausedUntil(choice, new Date())),
    resume: () => change(null),
    isPending,
  }
}
