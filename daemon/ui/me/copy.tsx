import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly value: string
  /** What is copied. */
  readonly label: string
}

/** Copies something, and says that it has. */
export function Copy({ value, label }: Props) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          mih={40}
          onClick={copy}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        >
          <span aria-live="polite">{copied ? t('act.copied') : label}</span>
        </Button>
      )}
    </CopyButton>
  )
}
