import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openSlashActs, type Undone } from '../../client/slash-acts.ts'
import { slashCommand, type PageCommand } from '../../client/slash-commands.ts'
import { callAction, readAgain } from '../api/operations.ts'
import { client } from '../api/session.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { refreshHistory } from './use-history.ts'

interface Dependencies {
  readonly say: (content: string) => void
  /** Called once a new conversation has begun. */
  readonly onBegun: () => void
}

/** Carries out slash commands, and says what came of those that are not said to the companion. */
export function useSlashActs({ say, onBegun }: Dependencies): (name: PageCommand, argument: string) => void {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const [acts] = useState(() => openSlashActs(client))

  const textOf = (undone: Undone | null): string => {
    if (!undone) return t('slash.nothing_to_undo')
    if (undone.kind === 'memory') return t('slash.undone', { what: t('change.remembered') })
    const what = undone.changes.map(({ kind, memory_uuids }) =>
      t(`change.${kind}`, { count: memory_uuids.length }),
    )
    return t('slash.undone', { what: [...new Set(what)].join(', ') })
  }
  const carryOut = async (name: PageCommand, argument: string): Promise<void> => {
    if (name === 'remember') {
      const { merged } = await acts.remember(argument)
      readAgain(['memory.recent', 'memory.search', 'memory.checkup'])
      showDone(t(merged ? 'slash.known' : 'slash.remembered'))
    } else if (name === 'undo') {
      const undone = await acts.undo()
      readAgain([
        'memory.recent',
        'memory.search',
        'memory.forgotten',
        'agency.goals',
        'auth.profile',
        'conversation.context',
      ])
      await refreshHistory(cache)
      showDone(textOf(undone))
    } else if (name === 'new') {
      await callAction('conversation.clear', {})
      readAgain(['conversation.context', 'conversation.list'])
      await refreshHistory(cache)
      showDone(t('menu.begun'))
      onBegun()
    }
  }
  return (name, argument) => {
    const message = slashCommand(name).says?.(argument)
    if (message === undefined) void carryOut(name, argument).catch(showFailure)
    else say(message)
  }
}
