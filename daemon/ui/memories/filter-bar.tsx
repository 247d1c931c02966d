import { Button, CloseButton, Collapse, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type MemoryFilter, partsUsed } from './filter.ts'
import { FilterFields } from './filter-fields.tsx'

interface Props {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly filter: MemoryFilter
  readonly onFilter: (filter: MemoryFilter) => void
}

/** The words to search for, and the filters behind a button. */
export function FilterBar({ words, onWords, filter, onFilter }: Props) {
  const { t } = useTranslation(['memories', 'common'])
  const [opened, { toggle }] = useDisclosure()
  const used = partsUsed(filter)
  return (
    <Stack gap="sm" role="search">
      <Group wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          size="md"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          maxLength={1_000}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            words !== '' && <CloseButton aria-label={t('search.clear')} onClick={() => onWords('')} />
          }
          value={words}
          onChange={(event) => onWords(event.currentTarget.value)}
        />
        <Button
          variant={used > 0 ? 'light' : 'default'}
          h={42}
          px="sm"
          aria-expanded={opened}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={toggle}
        >
          {used > 0 ? t('filter.used', { count: used }) : t('filter.label')}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <FilterFields filter={filter} onFilter={onFilter} />
      </Collapse>
    </Stack>
  )
}
