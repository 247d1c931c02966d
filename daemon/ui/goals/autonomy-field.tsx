import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Autonomy, autonomies } from './goal.ts'

interface Props {
  readonly value: Autonomy
  readonly onChange: (autonomy: Autonomy) => void
}

/** What the companion may do about a goal. */
export function AutonomyField({ value, onChange }: Props) {
  const { t } = useTranslation('goals')
  return (
    <Radio.Group
      label={t('autonomy.label')}
      value={value}
      onChange={(chosen) => {
        const autonomy = autonomies.find((name) => name === chosen)
        if (autonomy) onChange(autonomy)
      }}
    >
      <Stack gap="sm" mt="xs">
        {autonomies.map((name) => (
          <Radio
            key={name}
            value={name}
            label={t(`autonomy.${name}`)}
            description={t(`autonomy.${name}_text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
