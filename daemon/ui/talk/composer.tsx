import { ActionIcon, Text, Textarea, Tooltip } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
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
}

/** Where one writes. Enter says it; with Shift it breaks the line. */
export function Composer({ ref, name, draft, onDraft, onSay }: Props) {
  const { t, i18n } = useTranslation('talk')
  const left = maxLength - draft.trim().length
  const ready = draft.trim() !== '' && left >= 0
  const say = () => {
    if (!ready) return
    onSay(draft)
    onDraft('')
  }
  return (
    <form
      className={classes['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          say()
        }}
        enterKeyHint="send"
        data-autofocus
        autoFocus={matchMedia('(pointer: fine)').matches}
        error={left < 0}
        aria-describedby="composer-left"
      />
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
