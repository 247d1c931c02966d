import { lazy, Suspense } from 'react'
import classes from './message.module.css'
import { isPlain } from './plain-text.ts'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** What the companion says, as Markdown where it is any. */
export function ReplyText({ text }: { readonly text: string }) {
  const plain = <p className={classes['words']}>{text}</p>
  if (isPlain(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
}
