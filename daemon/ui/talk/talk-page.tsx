import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { useTitle } from '../parts/page.tsx'
import { useCompanionName } from '../parts/use-companion-name.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { EngineQuestion } from './engine-question.tsx'
import { FirstWords } from './first-words.tsx'
import { useOutbox, useOutboxActions } from './member-outbox.ts'
import { SearchPanel } from './search-panel.tsx'
import { TalkHeader } from './talk-header.tsx'
import classes from './talk-page.module.css'
import { useDraft } from './use-draft.ts'
import { useHistory } from './use-history.ts'
import { useJump } from './use-jump.ts'
import { useWriting } from './use-writing.ts'

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
  const [searching, setSearching] = useState(false)
  const jump = useJump()
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (text: string) => {
    setDraft(text)
    field.current?.focus()
  }
  const outboxActions = useOutboxActions(outbox, field)
  const searchButton = useRef<HTMLButtonElement>(null)
  const said = () => field.current?.focus()

  return (
    <div className={classes['page']}>
      <TalkHeader
        name={name}
        searching={searching}
        searchButton={searchButton}
        onSearch={() => setSearching(!searching)}
        onCleared={said}
      />
      <div className={classes['body']}>
        <Loaded of={history}>
          {(kept) =>
            kept.total === 0 && outgoing.length === 0 && !writing.typing ? (
              <FirstWords name={name} local={context.data?.engine === 'builtin'} onChoose={write} />
            ) : (
              (context.data ?? context.error) && (
                <Conversation
                  name={name}
                  history={kept}
                  unread={context.data?.unread ?? 0}
                  conversation_uuid={context.data?.conversation_uuid ?? null}
                  outboxActions={outboxActions}
                  outgoing={outgoing}
                  writing={writing}
                  target={jump.target}
                />
              )
            )
          }
        </Loaded>
        {searching && (
          <SearchPanel
            name={name}
            onClose={() => {
              setSearching(false)
              searchButton.current?.focus()
            }}
            onChoose={(message_uuid) => {
              setSearching(false)
              jump.to(message_uuid)
            }}
          />
        )}
      </div>
      {context.data?.consent_needed && (
        <EngineQuestion
          key={context.data.consent_needed.origin}
          name={name}
          server={context.data.consent_needed}
          onDecided={said}
        />
      )}
      <Composer ref={field} name={name} draft={draft} onDraft={setDraft} onSay={(text) => outbox.say(text)} />
    </div>
  )
}
