import { ActionIcon, CloseButton, Group, Text, Textarea, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPageCommand, type PageCommand, readWritten } from '../../client/slash-commands.ts'
import classes from './composer.module.css'
import { useSlashChoice } from './slash-choice.ts'
import { lazyPart } from '../parts/lazy-part.ts'

const SlashList = lazyPart(async () => (await import('./slash-list.tsx')).SlashList)

/** How long a message may be, in characters. */
const maxLength = 8_000
/** From how many left on it is said how many. */
const near = 500

interface Props {
  readonly ref: React.Ref<HTMLTextAreaElement>
  readonly name: string
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onSay: (text: string) => void
  /** Whether the newest message is said anew. */
  readonly editing?: boolean
  readonly onCancel?: () => void
  /** Says the newest message anew. */
  readonly onEditLast?: () => void
  /** Stops the reply that is being written; null where none is. */
  readonly onStop?: (() => void) | null
  /** Carries out a slash command. */
  readonly onCommand: (name: PageCommand, argument: string) => void
  /** Whether the list of commands stands above where one writes. */
  readonly listAbove?: boolean
}

/**
 * Where one writes. Enter says it; with Shift it breaks the line. The arrow up says the last message anew where nothing is
 * written yet, Escape gives that up or stops a reply.
 */
export function Composer({
  ref,
  name,
  draft,
  onDraft,
  onSay,
  editing = false,
  onCancel,
  onEditLast,
  onStop,
  onCommand,
  listAbove = false,
}: Props) {
  const { t, i18n } = useTranslation('talk')
  const left = maxLength - draft.trim().length
  const ready = draft.trim() !== '' && left >= 0
  const choice = useSlashChoice({ draft, onDraft, run: (name) => onCommand(name, ''), enabled: !editing })
  const { mistake, take } = useTaking({ draft, onSay, onCommand, editing })
  const say = () => {
    if (ready && take()) onDraft('')
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!event.shiftKey && choice.press(event.key)) return event.preventDefault()
    const act =
      event.key === 'Enter' && !event.shiftKey
        ? say
        : event.key === 'ArrowUp' && draft === ''
          ? onEditLast
          : event.key === 'Escape'
            ? editing
              ? onCancel
              : onStop
            : null
    if (!act) return undefined
    event.preventDefault()
    return act()
  }
  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      {editing && (
        <Group className={classes['editing'] ?? ''} gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {t('composer.editing')}
          </Text>
          <CloseButton aria-label={t('composer.cancel')} {...(onCancel ? { onClick: onCancel } : {})} />
        </Group>
      )}
      <Textarea
        ref={ref}
        className={classes['field'] ?? ''}
        aria-label={t('composer.label', { name })}
        placeholder={t('composer.label', { name })}
        autosize
        minRows={1}
        maxRows={8}
        size="md"
        radius="lg"
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={press}
        enterKeyHint="send"
        data-autofocus
        autoFocus={matchMedia('(pointer: fine)').matches}
        error={left < 0 || mistake !== null}
        aria-describedby="composer-left"
        aria-autocomplete="list"
        {...(choice.marked && {
          'aria-controls': choice.listId,
          'aria-activedescendant': choice.optionId(choice.marked),
        })}
      />
      <SendButton ready={ready} onStop={onStop ?? null} />
      <Suspense>
        <SlashList choice={choice} above={listAbove} />
      </Suspense>
      <Text
        id="composer-left"
        className={classes['left'] ?? ''}
        size="xs"
        c={left < 0 || mistake !== null ? 'var(--mantine-color-red-light-color)' : 'dimmed'}
        aria-live="polite"
      >
        {mistake}
        {left <= near &&
          t(left < 0 ? 'composer.over' : 'composer.left', {
            count: Math.abs(left),
            number: Math.abs(left).toLocaleString(i18n.language),
          })}
      </Text>
    </form>
  )
}

interface Taking extends Pick<Props, 'draft' | 'onSay' | 'onCommand'> {
  readonly editing: boolean
}

/** Takes what is written for a message or a command; `mistake` says why it is neither, until something else is written. */
function useTaking({ draft, onSay, onCommand, editing }: Taking) {
  const { t } = useTranslation('talk')
  const [mistaken, setMistaken] = useState<{ readonly draft: string; readonly text: string } | null>(null)
  const take = (): boolean => {
    const written = editing ? null : readWritten(draft)
    if (written === null || written.kind === 'message') onSay(written?.content ?? draft)
    else if (written.kind === 'incomplete') {
      setMistaken({ draft, text: t('slash.incomplete', { command: `/${written.name}` }) })
      return false
    } else if (written.kind === 'command' && isPageCommand(written.name))
      onCommand(written.name, written.argument)
    else {
      const word = written.kind === 'command' ? written.name : written.word
      setMistaken({ draft, text: t('slash.unknown', { command: `/${word}` }) })
      return false
    }
    return true
  }
  return { mistake: mistaken?.draft === draft ? mistaken.text : null, take }
}

interface SendButtonProps {
  /** Whether there is something to be said. */
  readonly ready: boolean
  readonly onStop: (() => void) | null
}

/** Says what is written; stops the reply where nothing is, and one is being written. */
function SendButton({ ready, onStop }: SendButtonProps) {
  const { t } = useTranslation('talk')
  if (onStop && !ready)
    return (
      <Tooltip label={t('composer.stop')}>
        <ActionIcon size={44} radius="xl" aria-label={t('composer.stop')} onClick={onStop}>
          <IconPlayerStopFilled size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Tooltip label={t('composer.send')}>
      <ActionIcon
        type="submit"
        size={44}
        radius="xl"
        aria-label={t('composer.send')}
        aria-disabled={!ready}
        {...(ready ? {} : { 'data-disabled': true })}
      >
        <IconArrowUp size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
