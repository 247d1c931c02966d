import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'

/** Goes to the newest message; says how many have come since somebody was there. */
export function JumpButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const { t } = useTranslation('talk')
  return (
    <div className={classes['jump']}>
      <Button
        radius="xl"
        h={40}
        variant={count > 0 ? 'filled' : 'default'}
        leftSection={<IconArrowDown size={18} aria-hidden />}
        onClick={onClick}
      >
        {count > 0 ? t('jump.count', { count }) : t('jump')}
      </Button>
    </div>
  )
}
