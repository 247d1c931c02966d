import { Autocomplete, Button, Card, Group, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { kinds, type MemoryFilter, noFilter, partsUsed } from './filter.ts'
import { useSeenTags } from './use-seen-tags.ts'

interface Props {
  readonly filter: MemoryFilter
  readonly onFilter: (filter: MemoryFilter) => void
}

/** Everything by which memories can be told apart. */
export function FilterFields({ filter, onFilter }: Props) {
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
