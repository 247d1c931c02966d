import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './memories.module.css'

/** More characters than this are shown on demand. */
const short = 320

/** What is remembered, in its own words; a long text only as far as it is wanted. */
export function MemoryText({ text, dimmed = false }: { readonly text: string; readonly dimmed?: boolean }) {
  const { t } = useTranslation('memories')
  const [whole, setWhole] = useState(false)
  const long = text.length > short || text.split('\n').length > 5
  return (
    <div>
      <Text
        className={classes['text']}
        {...(dimmed ? { c: 'dimmed' } : {})}
        {...(long && !whole ? { lineClamp: 4 } : {})}
      >
        {text}
      </Text>
      {long && (
        <Anchor component="button" size="sm" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'text.less' : 'text.more')}
        </Anchor>
      )}
    </div>
  )
}
