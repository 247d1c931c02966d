import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useOperation } from '../api/operations.ts'
import { useRestriction } from '../api/session.ts'
import { Loaded } from '../parts/loaded.tsx'
import { useTitle } from '../parts/window-title.ts'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { FirstWords } from './first-words.tsx'
import { useOutbox, useOutboxActions } from './member-outbox.ts'
import { TalkHeader } from './talk-header.tsx'
import classes from './talk-page.module.css'
import { useDraft } from './use-draft.ts'
import { actsOf, useEditing } from './use-editing.ts'
import { useHistory } from './use-history.ts'
import { useJump } from './use-jump.ts'
import { useSlashActs } from './use-slash-acts.ts'
import { useStop, useWriting } from './use-writing.ts'
import { lazyPart } from '../parts/lazy-part.ts'

const SearchPanel = lazyPart(async () => (await import('./search-panel.tsx')).SearchPanel)
const ConversationsPanel = lazyPart(
  async () => (await import('./conversations-panel.tsx')).ConversationsPanel,
)

// What is asked once.
const EngineQuestion = lazyPart(async () => (await import('./engine-question.tsx')).EngineQuestion)
const ModelOffer = lazyPart(async () => (await import('./model-offer.tsx')).ModelOffer)

/** The conversation with the companion. */
export function TalkPage() {
  const { t } = useTranslation('talk')
  useTitle(t('title'))
  const history = useHistory()
  const context = useOperation('conversation.context')
  const name = useCompanionName()
  const { outbox, outgoing } = useOutbox()
  const writing = useWriting()
  const [draft, setDraft] = useDraft()
  const [panel, setPanel] = useState<'search' | 'conversations' | null>(null)
  const jump = useJump()
  const field = useRef<HTMLTextAreaElement>(null)
  const focusField = () => field.current?.focus()
  const write = (text: string) => {
    setDraft(text)
    focusField()
  }
  const outboxActions = useOutboxActions(outbox, field)
  const searchButton = useRef<HTMLButtonElement>(null)
  const editing = useEditing(draft, write)
  const conversation_uuid = context.data?.conversation_uuid ?? null
  const acts = actsOf(history.data, conversation_uuid, editing.edit, outbox)
  useSlash(field)
  const close = (back: React.RefObject<HTMLElement | null>) => {
    setPanel(null)
    back.current?.focus()
  }
  const onCommand = useSlashActs({ say: (text) => outbox.say(text), onBegun: focusField })
  const composer = { onCommand, onStop: useStop(writing), listAbove: true }

  return (
    <div className={classes['page']}>
      <TalkHeader
        name={name}
        searching={panel === 'search'}
        searchButton={searchButton}
        onSearch={() => setPanel(panel === 'search' ? null : 'search')}
        onConversations={() => setPanel('conversations')}
        onCleared={focusField}
      />
      <div className={classes['body']}>
        <Loaded of={history}>
          {(history) =>
            history.total === 0 && outgoing.length === 0 && !writing.typing ? (
              <FirstWords name={name} local={context.data?.engine === 'builtin'} onChoose={write} />
            ) : (
              (context.data ?? context.error) && (
                <Conversation
                  name={name}
                  history={history}
                  unread={context.data?.unread ?? 0}
                  conversation_uuid={conversation_uuid}
                  outboxActions={outboxActions}
                  acts={acts}
                  outgoing={outgoing}
                  writing={writing}
                  target={jump.target}
                />
              )
            )
          }
        </Loaded>
        <Suspense>
          <Panels
            name={name}
            panel={panel}
            onClose={() => close(panel === 'search' ? searchButton : field)}
            onChoose={(message_uuid) => {
              setPanel(null)
              jump.to(message_uuid)
            }}
          />
        </Suspense>
      </div>
      <Question
        name={name}
        context={context.data}
        begun={(history.data?.total ?? 0) > 0}
        onDecided={focusField}
      />
      <Writing
        ref={field}
        name={name}
        draft={draft}
        onDraft={setDraft}
        onSay={(text) => {
          outbox.say(text, editing.message_uuid ?? undefined)
          editing.end()
        }}
        editing={editing.message_uuid !== null}
        onCancel={editing.cancel}
        onEditLast={() => acts.last && editing.edit(acts.last)}
        {...composer}
      />
    </div>
  )
}

/** Where one writes; whoever only reads has nothing of it. */
function Writing(props: React.ComponentProps<typeof Composer>) {
  return useRestriction() === 'read_only' ? null : <Composer {...props} />
}

interface QuestionProps {
  readonly name: string
  readonly context: OutputOf<'conversation.context'> | undefined
  /** Whether anything was said yet. */
  readonly begun: boolean
  readonly onDecided: () => void
}

/** What the member is asked about what writes the replies; nothing where all is settled. */
function Question({ name, context, begun, onDecided }: QuestionProps) {
  const server = context?.consent_needed
  // Whoever may not change the preferences is not asked.
  const restriction = useRestriction()
  if (restriction) return null
  return (
    <Suspense>
      {server && <EngineQuestion key={server.origin} name={name} server={server} onDecided={onDecided} />}
      {/* Not before the companion has shown what it can do without a model. */}
      {!server && context?.engine === 'builtin' && begun && <ModelOffer name={name} onDeclined={onDecided} />}
    </Suspense>
  )
}

interface PanelsProps {
  readonly name: string
  readonly panel: 'search' | 'conversations' | null
  readonly onClose: () => void
  readonly onChoose: (message_uuid: string) => void
}

/** What stands over the conversation for a while. */
function Panels({ name, panel, onClose, onChoose }: PanelsProps) {
  if (panel === 'search') return <SearchPanel name={name} onClose={onClose} onChoose={onChoose} />
  if (panel === 'conversations') return <ConversationsPanel onClose={onClose} onOpened={onClose} />
  return null
}

/** Goes to where one writes with `/`, from wherever nothing is typed. */
function useSlash(field: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}
