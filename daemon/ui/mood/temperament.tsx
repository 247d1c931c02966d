import { Card, Group, SimpleGrid, Slider, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Nature, traitNames, type Traits } from './nature.ts'
import { Preview } from './preview.tsx'

interface Props {
  readonly traits: Traits
  readonly name: string
  readonly onChange: (nature: Nature) => void
}

/** What the companion is called and like, beside how it would answer then. It saves nothing. */
export function Temperament({ traits, name, onChange }: Props) {
  const { t } = useTranslation('mood')
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Card>
        <Stack gap="lg">
          <TextInput
            label={t('name.label')}
            maxLength={50}
            autoComplete="off"
            value={name}
            error={name.trim() === '' && t('name.empty')}
            onChange={(event) => onChange({ traits, name: event.currentTarget.value })}
          />
          {traitNames.map((trait) => (
            <TraitSlider
              key={trait}
              trait={trait}
              value={traits[trait]}
              onChange={(value) => onChange({ traits: { ...traits, [trait]: value }, name })}
            />
          ))}
        </Stack>
      </Card>
      <Preview traits={traits} name={name} />
    </SimpleGrid>
  )
}

interface TraitSliderProps {
  readonly trait: keyof Traits
  /** 0 to 1. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** One trait, between what little and what much of it means. */
function TraitSlider({ trait, value, onChange }: TraitSliderProps) {
  const { t, i18n } = useTranslation()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const [low, high] = [t(`trait.${trait}_low`), t(`trait.${trait}_high`)]
  return (
    <Stack gap={0}>
      <Group justify="space-between">
        <Text fw={500}>{t(`trait.${trait}`)}</Text>
        <Text size="sm" c="dimmed" aria-hidden>
          {percent.format(value)}
        </Text>
      </Group>
      <Slider
        min={0}
        max={1}
        step={0.05}
        thumbSize={22}
        label={null}
        value={value}
        onChange={onChange}
        // As high as a finger.
        styles={{ trackContainer: { height: 40 } }}
        thumbLabel={t(`trait.${trait}`)}
        thumbProps={{
          'aria-valuetext': `${percent.format(value)} (${low} – ${high})`,
        }}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {low}
        </Text>
        <Text size="xs" c="dimmed">
          {high}
        </Text>
      </Group>
    </Stack>
  )
}
