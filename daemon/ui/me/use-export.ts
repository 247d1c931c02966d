import { useEffect, useRef, useState } from 'react'
import { type Progress, walkMember } from '../../client/member-file.ts'
import { client } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { fileNameOf } from './export-file.ts'

export type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'walking'; readonly progress: Progress | null }
  | { readonly state: 'done'; readonly name: string; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: unknown }

/** Gathers everything of the member into a file, step by step, until that is done or not wanted any more. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ state: 'idle' })
  const run = useRef(0)
  const start = async () => {
    const own = ++run.current
    setState({ state: 'walking', progress: null })
    try {
      const walk = walkMember(client, new Date())
      for (;;) {
        const { done, value } = await walk.next()
        if (own !== run.current) return
        if (!done) {
          setState({ state: 'walking', progress: value })
          continue
        }
        const name = fileNameOf(value.profile.username, value.made_at)
        const text = JSON.stringify(value, null, 2)
        download(name, text)
        setState({ state: 'done', name, bytes: new Blob([text]).size })
        return
      }
    } catch (error) {
      if (own === run.current) setState({ state: 'failed', error })
    }
  }
  const stop = () => {
    run.current += 1
    setState({ state: 'idle' })
  }
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  return { state, start, stop }
}
