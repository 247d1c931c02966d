import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportMemories } from '../../client/memory-file.ts'
import { client, useMember } from '../api/session.ts'
import { download } from '../parts/download.ts'
import { showDone, showFailure } from '../parts/failure.tsx'

/** Saves everything that the member remembers as a file; `share`, 0 to 1, is how far that is, null where nothing is saved. */
export function useExport(): { run: () => void; share: number | null } {
  const { t } = useTranslation('memories')
  const { family_member_uuid } = useMember()
  const [share, setShare] = useState<number | null>(null)
  const save = async () => {
    setShare(0)
    try {
      const file = await exportMemories(client, family_member_uuid, (read, total) => setShare(read / total))
      download(`companion-memories-${file.exported_at.slice(0, 10)}.json`, JSON.stringify(file, null, 2))
      showDone(t('export.done', { count: file.memories.length }))
    } catch (error) {
      showFailure(error)
    }
    setShare(null)
  }
  return { run: () => void save(), share }
}
