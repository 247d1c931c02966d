import { ActionIcon, Anchor, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { safeLink } from '../../client/safe-link.ts'
import classes from './markdown.module.css'
import { type TextNode, textOf } from './text.ts'

const plugins = [remarkGfm]

/** Markdown as a safe part of the page: no HTML, no pictures from elsewhere, links to whole addresses alone. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes['text']}>
      <ReactMarkdown remarkPlugins={plugins} urlTransform={safeLink} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** A link, or what it says where it leads nowhere safe. */
function Outside({
  href,
  children,
}: {
  readonly href?: string | undefined
  readonly children?: React.ReactNode
}) {
  if (!href) return children
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" underline="always" inherit>
      {children}
    </Anchor>
  )
}

function Picture({
  src,
  alt,
}: {
  readonly src?: string | Blob | undefined
  readonly alt?: string | undefined
}) {
  const { t } = useTranslation('talk')
  const href = typeof src === 'string' ? src : ''
  return <Outside href={href}>{t('text.picture', { name: alt || href })}</Outside>
}

const heading = (level: number) =>
  function Heading({ children }: { readonly children?: React.ReactNode }) {
    return (
      <div className={classes['heading']} role="heading" aria-level={Math.min(6, level + 2)}>
        {children}
      </div>
    )
  }

const components: Components = {
  a: ({ href, children }) => <Outside href={href}>{children}</Outside>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ node }) => <CodeBlock node={node} />,
  input: ({ checked }) => <span aria-hidden>{checked ? '☑' : '☐'} </span>,
  table: ({ children }) => (
    // It can be wider than the message, and is moved by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['wide']} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
}

function CodeBlock({ node }: { readonly node?: TextNode | undefined }) {
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
          <Tooltip label={t(copied ? 'common:action.copied' : 'common:action.copy')}>
            <ActionIcon
              className={classes['copy'] ?? ''}
              variant="default"
              size="md"
              onClick={copy}
              aria-label={t(copied ? 'common:action.copied' : 'text.copy')}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  )
}
