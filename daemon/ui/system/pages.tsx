import { Group, Pagination, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onChange: (page: number) => void
}

/** Leads through a list of several pages, the first of which is 1; nothing where there is one. */
export function Pages({ page, size, total, onChange }: Props) {
  const { t } = useTranslation('system')
  const count = Math.ceil(total / size)
  if (count < 2) return null
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {t('pages.at', { page, count })}
      </Text>
      <Pagination
        value={page}
        total={count}
        onChange={onChange}
        siblings={0}
        getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('pages.page', { page: item }) })}
      />
    </Group>
  )
}
