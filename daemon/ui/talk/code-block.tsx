import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type TextNode, textOf } from './code-text.ts'
import classes from './markdown.module.css'

/** A piece of code, which can be copied. */
export function CodeBlock({ node }: { readonly node?: TextNode | undefined }) {
  const { t } = useTranslation(['talk', 'common'])
  const code = node ? textOf(node) : ''
  return (
    <div className={classes['block']}>
      {/* Long lines are moved by the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes['code']} tabIndex={0} aria-label={t('text.code')} role="region">
        <code>{code}</code>
      </pre>
      <CopyButton value={code.trimEnd()}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'common:act.copied' : 'common:act.copy')}>
            <ActionIcon
              className={classes['copy'] ?? ''}
              variant="default"
              size="md"
              onClick={copy}
              aria-label={t(copied ? 'common:act.copied' : 'text.copy')}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  )
}
