import { Card, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Nature, traitNames, type Traits } from './nature.ts'
import { Preview } from './preview.tsx'
import { TraitSlider } from './trait-slider.tsx'

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
