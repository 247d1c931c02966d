import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { app, closeWindow } from '../api/app.ts'
import { useMember } from '../api/session.ts'
import { FailureAlert } from '../parts/failure.tsx'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { useTitle } from '../parts/use-title.ts'
import { CompanionTitle } from '../talk/companion-title.tsx'
import { Composer } from '../talk/composer.tsx'
import { useOutbox } from '../talk/member-outbox.ts'
import { useDraft } from '../talk/use-draft.ts'
import { useHistory } from '../talk/use-history.ts'
import { useMending } from '../talk/use-mending.ts'
import classes from './ask-page.module.css'
import { AskFoot } from './ask-foot.tsx'
import { AskThread } from './ask-thread.tsx'
import { useEscape } from './use-escape.ts'
import { useFieldFocus } from './use-field-focus.ts'
import { useGivenText } from './use-given-text.ts'
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
  const mending = useMending(outbox, field)
  useFieldFocus(field)
  useGivenText(setDraft)
  useEscape(() => {
    if (!app) return setDraft('')
    forget()
    closeWindow()
  })
  const quiet = thread.history.total === 0 && thread.tail.length === 0

  return (
    <div className={classes['page']} data-quiet={quiet || undefined}>
      <header className={classes['head']}>
        <CompanionTitle name={name} {...(quiet ? { large: true, line: t('ask.hello', { member }) } : {})} />
      </header>
      <Composer ref={field} name={name} draft={draft} onDraft={setDraft} onSay={(text) => outbox.say(text)} />
      {history.error && !history.data && (
        <FailureAlert error={history.error} retry={() => void history.refetch()} />
      )}
      <AskThread name={name} thread={thread} mending={mending} />
      <AskFoot />
    </div>
  )
}
