import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Orb } from '../parts/orb.tsx'
import classes from './talk-header.module.css'

interface Props {
  readonly name: string
  /** Stands instead of how it feels. */
  readonly line?: string
  /** Whether it stands in the middle, and larger. */
  readonly large?: boolean
}

/** Whom one talks with, and how it feels. */
export function CompanionTitle({ name, line, large = false }: Props) {
  const { t } = useTranslation(['common', 'emotions'])
  const { data: mood } = useOperation('emotion.current')
  const feeling = mood && t('nav.feels', { emotion: t(`emotions:${mood.emotion}`) })
  return (
    <div className={classes['title']} data-large={large || undefined}>
      <Orb size={large ? 72 : 40} {...(mood ? { mood } : {})} />
      <Stack gap={0} miw={0}>
        <Title order={1} size={large ? 'h2' : 'h3'} lineClamp={1}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" truncate>
          {line ?? feeling}
        </Text>
      </Stack>
    </div>
  )
}
