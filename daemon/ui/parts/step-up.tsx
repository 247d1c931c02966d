import { Modal } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { isDismissed, type MfaMethod } from '../api/passkeys.ts'
import { showFailure } from './feedback.tsx'
import { lazyPart } from './lazy-part.ts'

const AskAgain = lazyPart(async () => (await import('./ask-again.tsx')).AskAgain)

/** Whether a call was refused because the last sign-in is too long ago for it. */
export const wantsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.details['reason'] === 'step_up'

/** The second factors of which one is wanted too, where one is. */
const factorsWanted = (error: unknown): readonly MfaMethod[] => {
  const methods = error instanceof ApiError ? error.details['methods'] : null
  return Array.isArray(methods) ? methods : []
}

/** The result of a call; null where it was refused for another reason than that, which the caller shows in its place. */
export const orRefused = <T,>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (wantsPassword(error)) throw error
    return null
  })

interface WaitingCall {
  readonly act: () => Promise<unknown>
  readonly methods: readonly MfaMethod[]
}

interface StepUp {
  readonly run: (act: () => Promise<unknown>) => void
  readonly dialog: React.ReactNode
  readonly asking: boolean
}

/**
 * Does what may want a recent sign-in: `run` does it, and asks for the password first where that turns out to be needed;
 * `dialog` is to be shown, and `asking` says whether it is open.
 */
export function useStepUp(): StepUp {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState<WaitingCall | null>(null)
  const run = (act: () => Promise<unknown>) => {
    act().catch((error: unknown) => {
      if (wantsPassword(error)) setWaiting({ act, methods: factorsWanted(error) })
      else if (!isDismissed(error)) showFailure(error)
    })
  }
  const close = () => setWaiting(null)
  const asking = waiting !== null
  const goOn = () => {
    close()
    if (waiting) run(waiting.act)
  }
  const dialog = (
    <Modal opened={asking} onClose={close} title={t('password.confirm_title')}>
      <Suspense>
        <AskAgain methods={waiting?.methods ?? []} onCancel={close} onSignedIn={goOn} />
      </Suspense>
    </Modal>
  )
  return { run, dialog, asking }
}
