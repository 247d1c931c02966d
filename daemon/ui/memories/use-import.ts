import { useRef, useState } from 'react'
import { type Import, type ImportOptions, isSealed, sendFile } from '../../client/import-file.ts'
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
  /** The file is encrypted; `wrong` says that a passphrase did not open it. */
  | { readonly step: 'sealed'; readonly file: File; readonly wrong: boolean }
  /** `share`, 0 to 1, of the file is sent. */
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'preview'; readonly draft: Import }
  | { readonly step: 'started'; readonly import_uuid: string }

/** An import: from the choice of a file until it is started; it goes on by itself then. */
export function useImport() {
  const [state, setState] = useState<State>({ step: 'source' })
  /** What is under way; it ends where the dialog is closed or another file is chosen. */
  const current = useRef<AbortController>(new AbortController())
  const draft = useRef<string | null>(null)
  const [starting, setStarting] = useState(false)

  /** Ends what is under way, and deletes what was sent and not started; what was started goes on. */
  const drop = () => {
    current.current.abort()
    current.current = new AbortController()
    // What cannot be deleted now is after a day.
    if (draft.current !== null) void callAction('imports.undo', { id: draft.current }).catch(() => {})
    draft.current = null
  }

  const choose = async (source: Source | (() => Promise<Source>)) => {
    drop()
    const { signal } = current.current
    const show = (next: State) => {
      if (!signal.aborted) setState(next)
    }
    show({ step: 'sending', share: 0 })
    try {
      const { text, name } = typeof source === 'function' ? await source() : source
      if (signal.aborted) return
      const options = name === null ? {} : { source_name: name.slice(0, 200) }
      const progress = (share: number, { import_uuid }: Import) => {
        if (!signal.aborted) draft.current = import_uuid
        show({ step: 'sending', share })
      }
      show({ step: 'preview', draft: await sendFile(client, text, options, progress, signal) })
    } catch (error) {
      if (signal.aborted) return
      showFailure(error)
      drop()
      setState({ step: 'source' })
    }
  }

  /** Reads a file, or asks for its passphrase first where it is encrypted. */
  const chooseFile = async (file: File) => {
    const beginning = new Uint8Array(await file.slice(0, 64).arrayBuffer())
    if (isSealed(beginning)) setState({ step: 'sealed', file, wrong: false })
    else await choose(async () => ({ text: await file.text(), name: file.name }))
  }

  const open = async (file: File, passphrase: string) => {
    const { openSealedFile } = await import('../../client/sealed-file.ts')
    const text = await openSealedFile(new Uint8Array(await file.arrayBuffer()), passphrase)
    if (text === null) setState({ step: 'sealed', file, wrong: true })
    else await choose({ text, name: file.name.replace(/\.age$/i, '') })
  }

  const start = async ({ import_uuid }: Import, options: ImportOptions) => {
    const { signal } = current.current
    setStarting(true)
    // From here on it is not deleted any more with the dialog.
    draft.current = null
    try {
      await callAction('imports.start', { id: import_uuid, ...options })
      if (!signal.aborted) setState({ step: 'started', import_uuid })
      readAgain(['imports.list'])
    } catch (error) {
      showFailure(error)
      if (!signal.aborted) draft.current = import_uuid
    }
    setStarting(false)
  }

  return {
    state,
    starting,
    choose: (source: Source) => void choose(source),
    chooseFile: (file: File) => void chooseFile(file),
    /** Opens a file that is encrypted. */
    open,
    start: (chosen: Import, options: ImportOptions) => void start(chosen, options),
    /** Begins anew. */
    reset: () => {
      drop()
      setState({ step: 'source' })
    },
  }
}
