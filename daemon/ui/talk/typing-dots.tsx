import { useTranslation } from 'react-i18next'
import classes from './message.module.css'

/** Says that the companion thinks of what to say. */
export function TypingDots({ name }: { readonly name: string }) {
  const { t } = useTranslation('talk')
  return (
    <span className={classes['dots']} role="status" aria-label={t('typing', { name })}>
      <span />
      <span />
      <span />
    </span>
  )
}
