import { Box, Input, Slider } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly value?: number
  readonly onChange?: (value: number) => void
}

/** How important something is, 0 to 1. */
export function Importance({ value = 0.5, onChange = () => {} }: Props) {
  const { t } = useTranslation('memories')
  const marks = [0, 0.5, 1] as const
  return (
    <Input.Wrapper label={t('importance.label')} labelElement="div" pb="lg">
      <Box px="xl">
        <Slider
          min={0}
          max={1}
          step={0.05}
          label={null}
          thumbLabel={t('importance.label')}
          marks={marks.map((mark) => ({
            value: mark,
            label: t(`importance.at_${mark * 10}` as 'importance.at_0'),
          }))}
          value={value}
          onChange={onChange}
        />
      </Box>
    </Input.Wrapper>
  )
}
