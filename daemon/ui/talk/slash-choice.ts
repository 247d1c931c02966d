import { useId } from '@mantine/hooks'
import { useState } from 'react'
import { commandsBeginning, slashCommand, type PageCommand } from '../../client/slash-commands.ts'

/** The commands that can be chosen while one is being written. */
export interface SlashChoice {
  readonly names: readonly PageCommand[]
  /** The one that is marked. */
  readonly marked: PageCommand | null
  readonly mark: (name: PageCommand) => void
  readonly choose: (name: PageCommand) => void
  /** Takes a key where it is of the list; answers whether it was. */
  readonly press: (key: string) => boolean
  readonly listId: string
  readonly optionId: (name: PageCommand) => string
}

interface Writing {
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly run: (name: PageCommand) => void
  /** Whether commands are known here. */
  readonly enabled: boolean
}

/** Offers commands as long as the name of one is being written, unless Escape has closed the list. */
export function useSlashChoice({ draft, onDraft, run, enabled }: Writing): SlashChoice {
  const listId = useId()
  const [at, setAt] = useState(0)
  const [closed, setClosed] = useState<string | null>(null)
  const start =
    enabled && closed !== draft ? /^\/(?<start>[a-z]*)$/i.exec(draft)?.groups?.['start'] : undefined
  const names = start === undefined ? [] : commandsBeginning(start)
  const place = Math.min(at, names.length - 1)
  const marked = names[place] ?? null
  const choose = (name: PageCommand) => {
    setAt(0)
    if (slashCommand(name).argument) return onDraft(`/${name} `)
    onDraft('')
    return run(name)
  }
  const press = (key: string): boolean => {
    if (marked === null) return false
    if (key === 'ArrowDown' || key === 'ArrowUp')
      setAt((place + (key === 'ArrowDown' ? 1 : names.length - 1)) % names.length)
    else if (key === 'Enter' || key === 'Tab') choose(marked)
    else if (key === 'Escape') setClosed(draft)
    else return false
    return true
  }
  const mark = (name: PageCommand) => setAt(names.indexOf(name))
  return { names, marked, mark, choose, press, listId, optionId: (name) => `${listId}-${name}` }
}
