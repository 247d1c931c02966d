import { Anchor, Kbd, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { app, closeWindow } from '../api/app.ts'
import { useMember } from '../api/session.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { useLinkTarget } from '../parts/link-target.ts'
import { useTitle } from '../parts/window-title.ts'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { CompanionTitle } from '../talk/companion-title.tsx'
import { Composer } from '../talk/composer.tsx'
import { useOutbox, useOutboxActions } from '../talk/member-outbox.ts'
import { useDraft } from '../talk/use-draft.ts'
import { useHistory } from '../talk/use-history.ts'
import { useSlashActs } from '../talk/use-slash-acts.ts'
import { useStop } from '../talk/use-writing.ts'
import classes from './ask-page.module.css'
import { AskThread } from './ask-thread.tsx'
import { useThread } from './use-thread.ts'

/** Says something to the companion in passing, and hears what it answers. */
export function AskPage() {
  const { t } = useTranslation('quick')
  useTitle(t('ask.title'))
  const name = useCompanionName()
  const [member] = useMember().full_name.split(' ')
  const { outbox } = useOutbox()
  const history = useHistory()
  const { thread, forget } = useThread(history.data)
  const [draft, setDraft] = useDraft()
  const field = useRef<HTMLTextAreaElement>(null)
  const outboxActions = useOutboxActions(outbox, field)
  useFieldFocus(field)
  useGivenText(setDraft)
  const stop = useStop(thread.writing)
  const command = useSlashActs({ say: (text) => outbox.say(text), onBegun: forget })
  useEscape(() => {
    if (stop) return stop()
    if (!app) return setDraft('')
    forget()
    return closeWindow()
  })
  const quiet = thread.history.total === 0 && thread.tail.length === 0

  return (
    <div className={classes['page']} data-quiet={quiet || undefined}>
      <header className={classes['head']}>
        <CompanionTitle name={name} {...(quiet ? { large: true, line: t('ask.hello', { member }) } : {})} />
      </header>
      <Composer
        ref={field}
        name={name}
        draft={draft}
        onDraft={setDraft}
        onSay={(text) => outbox.say(text)}
        onStop={stop}
        onCommand={command}
      />
      {history.error && !history.data && (
        <FailureAlert error={history.error} retry={() => void history.refetch()} />
      )}
      <AskThread name={name} thread={thread} outboxActions={outboxActions} />
      <AskFoot escape={stop ? 'stops' : app ? 'closes' : 'empties'} />
    </div>
  )
}

/** The way to the whole conversation, and what the keys do. */
function AskFoot({ escape }: { readonly escape: 'stops' | 'closes' | 'empties' }) {
  const { t } = useTranslation('quick')
  return (
    <footer className={classes['foot']}>
      <Anchor href="/#/talk" {...useLinkTarget()} size="sm" className={classes['open'] ?? ''}>
        {t('ask.open')}
        <IconExternalLink size={15} stroke={1.7} aria-hidden />
      </Anchor>
      <Text component="span" size="xs" c="dimmed" className={classes['keys'] ?? ''}>
        <span>
          <Kbd size="xs">Enter</Kbd> {t('ask.sends')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t(`ask.${escape}`)}
        </span>
      </Text>
    </footer>
  )
}

/** Calls `act` at the Escape key, unless that closes a dialog or a list, or ends what an input method composes. */
function useEscape(act: () => void): void {
  const onEscape = useEffectEvent(act)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      if (document.querySelector('[role="dialog"], [role="listbox"]')) return
      // One press does one thing.
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    // While the dialog that hears of it too is still there.
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}

/** Puts the focus into a field at once and whenever the window gets it again, though never out of a dialog. */
function useFieldFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = () => {
      if (!document.activeElement?.closest('[role="dialog"]')) field.current?.focus()
    }
    focus()
    window.addEventListener('focus', focus)
    return () => window.removeEventListener('focus', focus)
  }, [field])
}

/** Hands over the text that the address brings (`#/ask?text=…`), once: a page that is loaded anew begins without it. */
function useGivenText(take: (text: string) => void): void {
  const { text } = useSearch({ strict: false }) as { readonly text?: string }
  const navigate = useNavigate()
  const onText = useEffectEvent(take)
  useEffect(() => {
    if (text === undefined) return
    onText(text)
    void navigate({ to: '/ask', replace: true })
  }, [text, navigate])
}
