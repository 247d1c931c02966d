import { Group, Pagination, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pageCount, pageWithin } from '../parts/pages.ts'

interface Props {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onChange: (page: number) => void
}

/** Leads through a list of several pages, the first of which is 1, and back from one that has become empty. */
export function Pages({ page, size, total, onChange }: Props) {
  const { t } = useTranslation('system')
  const count = pageCount(total, size)
  const shown = pageWithin(page, total, size)
  const leave = useEffectEvent(() => onChange(shown))
  useEffect(() => {
    if (shown !== page) leave()
  }, [shown, page])
  if (count < 2) return null
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {t('pages.at', { page: shown, count })}
      </Text>
      <Pagination
        value={shown}
        total={count}
        onChange={onChange}
        siblings={0}
        getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('pages.page', { page: item }) })}
      />
    </Group>
  )
}
