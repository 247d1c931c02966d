import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly disabled: boolean
  readonly onChoose: (option: string) => void
}

/** Many options, in a list that can be searched. */
export function OptionList({ options, disabled, onChoose }: Props) {
  const { t } = useTranslation('inbox')
  return (
    <Select
      label={t('answer.choose')}
      data={[...options]}
      searchable
      maw={480}
      value={null}
      disabled={disabled}
      onChange={(option) => option !== null && onChoose(option)}
    />
  )
}
