import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { InteractionCard } from '../inbox/interaction-card.tsx'
import type { Whole } from '../inbox/interaction.ts'
import classes from './answer.module.css'

const DetailsDrawer = lazy(async () => ({
  default: (await import('../inbox/details-drawer.tsx')).DetailsDrawer,
}))

/** One that waits: its card fills the window, and what is typed goes into it at once. */
export function Waiting({ whole }: { readonly whole: Whole }) {
  const [detailed, setDetailed] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  // A long question is read from its beginning.
  useEffect(
    () => card.current?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true }),
    [],
  )
  return (
    <div ref={card} className={classes['card']}>
      <InteractionCard {...whole} order={1} onDetails={() => setDetailed(true)} />
      <Suspense>
        <DetailsDrawer
          interaction_id={detailed ? whole.interaction.interaction_id : null}
          onClose={() => setDetailed(false)}
        />
      </Suspense>
    </div>
  )
}
