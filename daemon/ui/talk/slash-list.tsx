import { Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { slashCommand } from '../../client/slash-commands.ts'
import type { SlashChoice } from './slash-choice.ts'
import classes from './slash-list.module.css'

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
