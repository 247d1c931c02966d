import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOperation } from '../api/operations.ts'
import { type Dialogs, DialogsContext } from './dialogs.ts'
import type { Memory } from './filter.ts'
import { LineageDialog } from './lineage-dialog.tsx'
import { MemoryDialog } from './memory-dialog.tsx'

type OpenDialog =
  | { readonly of: 'form'; readonly memory: Memory | null }
  | { readonly of: 'lineage'; readonly memory: Memory }

interface Props {
  /** Where the focus goes after what had it is gone. */
  readonly refuge: React.RefObject<HTMLElement | null>
  readonly children: React.ReactNode
}

/** Holds the dialogs of the page, so that they outlive the rows which they are opened from. */
export function MemoryDialogs({ refuge, children }: Props) {
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const linked = useLinked()
  const dialogs = useMemo<Dialogs>(
    () => ({
      add: () => setOpened({ of: 'form', memory: null }),
      edit: (memory) => setOpened({ of: 'form', memory }),
      showLineage: (memory) => setOpened({ of: 'lineage', memory }),
      restoreFocus: () => refuge.current?.focus({ preventScroll: true }),
    }),
    [refuge],
  )
  const shown = opened ?? linked.opened
  const close = () => {
    setOpened(null)
    linked.close()
  }
  return (
    <DialogsContext value={dialogs}>
      {children}
      <MemoryDialog
        opened={shown?.of === 'form'}
        memory={shown?.of === 'form' ? shown.memory : null}
        onClose={close}
      />
      <LineageDialog memory={shown?.of === 'lineage' ? shown.memory : null} onClose={close} />
    </DialogsContext>
  )
}

/** The memory that the address asks for: `#/memories?memory=…`. */
function useLinked(): { opened: OpenDialog | null; close: () => void } {
  const { memory: id } = useSearch({ strict: false }) as { memory?: unknown }
  const navigate = useNavigate()
  const wanted = typeof id === 'string' ? id : null
  const { data } = useOperation('memory.get', { id: wanted ?? '' }, { enabled: wanted !== null })
  return {
    opened: wanted !== null && data ? { of: 'form', memory: data.memory } : null,
    close: () => {
      if (wanted !== null) void navigate({ to: '/memories', replace: true })
    },
  }
}
