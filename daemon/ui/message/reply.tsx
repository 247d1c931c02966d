import { Tooltip, VisuallyHidden } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Orb } from '../parts/orb.tsx'
import { secondOf, timeOf } from './day.ts'
import { isEmotion, moodOf } from './emotion-points.ts'
import { type HistoryMessage, isBegun } from '../talk/history.ts'
import classes from './message.module.css'
import { Receipts } from './receipts.tsx'
import { isPlain, writerOf } from './text.ts'
import type { Writing } from '../talk/writing.ts'
import { lazyPart } from '../parts/lazy-part.ts'

const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown)
const Changes = lazyPart(async () => (await import('./changes.tsx')).Changes)

/** Below which confidence it is said that the companion is not sure. */
const unsure = 0.5

interface ReplyProps {
  readonly message: HistoryMessage
  readonly name: string
  /** What can be done with it. */
  readonly menu?: React.ReactNode
}

/** What the companion has said, how it felt with it, and on what it rests. */
export function Reply({ message, name, menu }: ReplyProps) {
  const { t, i18n } = useTranslation('talk')
  const { content, emotion, created_at, engine, degraded, confidence, memories_used, changes } = message
  const writer = writerOf(engine)
  return (
    <div className={classes['reply']}>
      <Face emotion={emotion} />
      <div className={classes['said']}>
        {isBegun(message) && (
          <div className={classes['begun']}>
            <IconSparkles size={14} aria-hidden /> {t('begun', { name })}
          </div>
        )}
        <div className={classes['card']}>
          <VisuallyHidden>{name}: </VisuallyHidden>
          <ReplyText text={content} />
        </div>
        <div className={classes['foot']}>
          <time dateTime={created_at}>{timeOf(created_at, i18n.language)}</time>
          {confidence < unsure && <span>{t('unsure')}</span>}
          {degraded && <span>{t('degraded')}</span>}
          {writer !== null && <span className={classes['writer']}>{t('written_by', { writer })}</span>}
          {menu}
        </div>
        {memories_used.length > 0 && (
          <Receipts memories={memories_used} time={secondOf(created_at, i18n.language)} />
        )}
        {changes.length > 0 && (
          <Suspense fallback={<div className={classes['changes']} />}>
            <Changes
              message_uuid={message.message_uuid}
              changes={changes}
              time={secondOf(created_at, i18n.language)}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** How the companion felt when it said it. */
function Face({ emotion }: { readonly emotion: string }) {
  const { t } = useTranslation(['talk', 'common', 'emotions'])
  if (!isEmotion(emotion)) return <Orb size={26} />
  const feeling = t('common:nav.feels', { emotion: t(`emotions:${emotion}`) })
  return (
    <Tooltip label={feeling} position="right">
      <span className={classes['face']}>
        <Orb size={26} mood={moodOf(emotion)} />
        <VisuallyHidden>{feeling}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}

/** What the companion is writing just now. */
export function WritingReply({ writing, name }: { readonly writing: Writing; readonly name: string }) {
  return <BareReply text={writing.text}>{writing.text === '' && <TypingDots name={name} />}</BareReply>
}

/** What the companion says that is not in the history; `children` where it has said nothing yet. */
export function BareReply({
  text,
  children,
}: {
  readonly text: string
  readonly children?: React.ReactNode
}) {
  return (
    <div className={classes['reply']}>
      <Orb size={26} />
      <div className={classes['said']}>
        <div className={classes['card']}>{children || <ReplyText text={text} />}</div>
        <div className={classes['foot']} />
      </div>
    </div>
  )
}

/** Says that the companion thinks of what to say. */
function TypingDots({ name }: { readonly name: string }) {
  const { t } = useTranslation('talk')
  return (
    <span className={classes['dots']} role="status" aria-label={t('typing', { name })}>
      <span />
      <span />
      <span />
    </span>
  )
}

/** What the companion says, as Markdown where it is any. */
function ReplyText({ text }: { readonly text: string }) {
  const plain = <p className={classes['words']}>{text}</p>
  if (isPlain(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
}
