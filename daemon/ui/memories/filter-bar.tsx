import {
  Autocomplete,
  Button,
  Card,
  CloseButton,
  Collapse,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { kinds, type MemoryFilter, noFilter, partsUsed } from './filter.ts'
import { useSeenTags } from './use-seen-tags.ts'

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

interface FilterFieldsProps {
  readonly filter: MemoryFilter
  readonly onFilter: (filter: MemoryFilter) => void
}

/** Everything by which memories can be told apart. */
function FilterFields({ filter, onFilter }: FilterFieldsProps) {
  const { t } = useTranslation('memories')
  const tags = useSeenTags()
  const set = (part: Partial<MemoryFilter>) => onFilter({ ...filter, ...part })
  return (
    <Card padding="md">
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <Select
          label={t('kind.label')}
          placeholder={t('filter.any')}
          clearable
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={filter.kind}
          onChange={(kind) => set({ kind })}
        />
        <Select
          label={t('visibility.label')}
          placeholder={t('filter.any')}
          clearable
          data={(['private', 'household'] as const).map((value) => ({
            value,
            label: t(`visibility.${value}`),
          }))}
          value={filter.visibility}
          onChange={(visibility) => set({ visibility })}
        />
        <TextInput
          type="date"
          label={t('filter.from')}
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('filter.to')}
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
        <Autocomplete
          label={t('tags.one')}
          placeholder={t('filter.any')}
          data={tags}
          maxLength={50}
          clearable
          value={filter.tag}
          onChange={(tag) => set({ tag })}
        />
      </SimpleGrid>
      <Group mt="md" gap="lg" mih={40}>
        <Switch
          label={t('filter.pinned')}
          checked={filter.pinned}
          onChange={(event) => set({ pinned: event.currentTarget.checked })}
        />
        <Switch
          label={t('filter.history')}
          checked={filter.history}
          onChange={(event) => set({ history: event.currentTarget.checked })}
        />
        {partsUsed(filter) > 0 && (
          <Button variant="subtle" size="compact-md" onClick={() => onFilter(noFilter)}>
            {t('filter.clear')}
          </Button>
        )}
      </Group>
    </Card>
  )
}
