import { Text, VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandsBeginning, slashCommand, type PageCommand } from '../../client/slash-commands.ts'
import classes from './slash-list.module.css'

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
  /** Carries out a command without an argument. */
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

interface Props {
  readonly choice: SlashChoice
  /** Whether it stands above where one writes. */
  readonly above: boolean
}

/** The commands, each with what it does; how many they are is said to whoever does not see them. */
export function SlashList({ choice, above }: Props) {
  const { t } = useTranslation('talk')
  const { names, marked, mark, choose, listId, optionId } = choice
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <>
      <VisuallyHidden role="status">
        {names.length > 0 && t('slash.count', { count: names.length })}
      </VisuallyHidden>
      {names.length > 0 && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={t('slash.list')}
          className={classes['list']}
          data-above={above || undefined}
        >
          {names.map((name) => (
            // The keys are heard where one writes, where the focus stays.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={name}
              id={optionId(name)}
              role="option"
              tabIndex={-1}
              aria-selected={name === marked}
              className={classes['option']}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => mark(name)}
              onClick={() => choose(name)}
            >
              <Text component="span" size="sm" fw={600} className={classes['name'] ?? ''}>
                /{name}
                {slashCommand(name).argument && ' …'}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {t(`slash.${name}`)}
              </Text>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
