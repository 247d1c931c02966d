import { Group, Slider, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Traits } from './nature.ts'

interface Props {
  readonly trait: keyof Traits
  /** 0 to 1. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** One trait, between what little and what much of it means. */
export function TraitSlider({ trait, value, onChange }: Props) {
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
