import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../client/types.ts'
import { useAction } from '../../api/operations.ts'
import { showDone, showFailure } from '../../parts/feedback.tsx'
import { useStepUp, wantsPassword } from '../../parts/step-up.tsx'
import { showEngineFailure } from './engine-failure.ts'

export type LocalModel = OutputOf<'engine.local_models'>['items'][number]
export type CurrentEngine = OutputOf<'engine.current'>

interface LocalChoice {
  /** Lets a model write the replies; what is not on this machine is fetched first. */
  readonly choose: (model: string) => void
  /** Fetches a model by its address, and lets it write as soon as it is here. */
  readonly add: (url: string, sha256: string, onAdded: () => void) => void
  /** Ends the download of a model, or removes what is left of one that failed. */
  readonly cancel: (id: string) => void
  readonly choosing: boolean
  readonly cancelling: boolean
  /** Asks for the password where that is needed; to be shown. */
  readonly dialog: React.ReactNode
}

/** What an admin does with the language models of this machine. */
export function useLocalModel(): LocalChoice {
  const { t } = useTranslation('system')
  const touched = ['engine.current', 'engine.local_models', 'conversation.context', 'gateway.config'] as const
  const use = useAction('engine.use_local', touched)
  const adding = useAction('engine.add_local', touched)
  const cancel = useAction('models.cancel', touched)
  const { run, dialog } = useStepUp()
  const attempt = (act: () => Promise<void>) =>
    run(() =>
      act().catch((error: unknown) => {
        if (wantsPassword(error)) throw error
        showEngineFailure(error)
      }),
    )
  const begin = async (model: string) => {
    const { next } = await use.mutateAsync({ model, download: true })
    showDone(t(next === null ? 'local.used_now' : 'local.get_begun'))
  }
  return {
    choose: (model) => attempt(() => begin(model)),
    add: (url, sha256, onAdded) =>
      attempt(async () => {
        const { id } = await adding.mutateAsync({ url, ...(sha256 === '' ? {} : { sha256 }) })
        await begin(id)
        onAdded()
      }),
    cancel: (id) => cancel.mutate({ id }, { onError: showFailure }),
    choosing: use.isPending || adding.isPending,
    cancelling: cancel.isPending,
    dialog,
  }
}
