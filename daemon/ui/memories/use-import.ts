import { useEffect, useRef, useState } from 'react'
import { type Import, type ImportOptions, sendFile } from '../../client/import-file.ts'
import { callAction, readAgain } from '../api/operations.ts'
import { client } from '../api/session.ts'
import { showFailure } from '../parts/feedback.tsx'

/** What is to be imported, and what it is called: the name of the file; null for what was pasted. */
export interface Source {
  readonly text: string
  readonly name: string | null
}

type State =
  | { readonly step: 'source' }
  /** `share`, 0 to 1, of the file is sent. */
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'preview'; readonly draft: Import }
  | { readonly step: 'started'; readonly import_uuid: string }

/** An import: from the choice of a file until it is started; it goes on by itself then. */
export function useImport() {
  const [state, setState] = useState<State>({ step: 'source' })
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const send = async ({ text, name }: Source) => {
    const own = new AbortController()
    sending.current = own
    const show = (next: State) => {
      if (!own.signal.aborted) setState(next)
    }
    show({ step: 'sending', share: 0 })
    try {
      const options = name === null ? {} : { source_name: name.slice(0, 200) }
      const progress = (share: number) => show({ step: 'sending', share })
      show({ step: 'preview', draft: await sendFile(client, text, options, progress, own.signal) })
    } catch (error) {
      if (own.signal.aborted) return
      showFailure(error)
      show({ step: 'source' })
    }
  }

  const start = async (draft: Import, options: ImportOptions) => {
    try {
      await callAction('imports.start', { id: draft.import_uuid, ...options })
      setState({ step: 'started', import_uuid: draft.import_uuid })
      readAgain(['imports.list'])
    } catch (error) {
      showFailure(error)
    }
  }

  /** Begins anew: what was sent and not started is deleted, what was started goes on. */
  const reset = () => {
    sending.current?.abort()
    // What cannot be deleted now is after a day.
    if (state.step === 'preview')
      void callAction('imports.undo', { id: state.draft.import_uuid }).catch(() => {})
    setState({ step: 'source' })
  }

  return {
    state,
    send: (source: Source) => void send(source),
    start: (draft: Import, options: ImportOptions) => void start(draft, options),
    reset,
  }
}
