import { ActionIcon, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './system.module.css'

/** Something to be copied to elsewhere. */
export function CopyValue({ value }: { readonly value: string }) {
  const { t } = useTranslation()
  return (
    <Group gap={6} wrap="nowrap">
      <Code className={classes['wrap'] ?? ''}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="lg"
            onClick={copy}
            aria-label={`${t(copied ? 'act.copied' : 'act.copy')}: ${value}`}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}
