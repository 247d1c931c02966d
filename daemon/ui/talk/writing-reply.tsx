import { Orb } from '../parts/orb.tsx'
import classes from './message.module.css'
import { ReplyText } from './reply-text.tsx'
import { TypingDots } from './typing-dots.tsx'
import type { Writing } from './writing.ts'

/** What the companion is writing just now. */
export function WritingReply({ writing, name }: { readonly writing: Writing; readonly name: string }) {
  return (
    <div className={classes['reply']}>
      <Orb size={26} />
      <div className={classes['said']}>
        <div className={classes['card']}>
          {writing.text === '' ? <TypingDots name={name} /> : <ReplyText text={writing.text} />}
        </div>
        <div className={classes['foot']} />
      </div>
    </div>
  )
}
