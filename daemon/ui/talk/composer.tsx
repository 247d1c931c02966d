import { ActionIcon, CloseButton, Group, Text, Textarea, Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'

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
}: Props) {
  const { t, i18n } = useTranslation('talk')
  const left = maxLength - draft.trim().length
  const ready = draft.trim() !== '' && left >= 0
  const say = () => {
    if (!ready) return
    onSay(draft)
    onDraft('')
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
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
    if (!act) return
    event.preventDefault()
    act()
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
        error={left < 0}
        aria-describedby="composer-left"
      />
      <SendButton ready={ready} onStop={onStop ?? null} />
      <Text
        id="composer-left"
        className={classes['left'] ?? ''}
        size="xs"
        c={left < 0 ? 'var(--mantine-color-red-light-color)' : 'dimmed'}
        aria-live="polite"
      >
        {left <= near &&
          t(left < 0 ? 'composer.over' : 'composer.left', {
            count: Math.abs(left),
            number: Math.abs(left).toLocaleString(i18n.language),
          })}
      </Text>
    </form>
  )
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
