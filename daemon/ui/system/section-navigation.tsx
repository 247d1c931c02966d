import { NativeSelect, NavLink } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../parts/use-narrow.ts'
import { sectionOf, type SectionId, sections } from './sections.ts'
import classes from './system.module.css'

/** Leads to the sections of the page: a list, or a choice where the window is narrow. */
export function SectionNavigation({ current }: { readonly current: SectionId }) {
  const { t } = useTranslation('system')
  const narrow = useNarrow('md')
  const navigate = useNavigate()
  if (narrow) {
    return (
      <NativeSelect
        size="md"
        label={t('section.label')}
        value={current}
        onChange={({ currentTarget }) =>
          void navigate({ to: '/system', search: { section: sectionOf(currentTarget.value) } })
        }
        data={sections.map(({ id }) => ({ value: id, label: t(`section.${id}`) }))}
      />
    )
  }
  return (
    <nav aria-label={t('section.label')} className={classes['sections']}>
      {sections.map(({ id, icon: Icon }) => (
        <NavLink
          key={id}
          component="a"
          href={`#/system?section=${id}`}
          className={classes['link'] ?? ''}
          label={t(`section.${id}`)}
          active={id === current}
          aria-current={id === current ? 'page' : undefined}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </nav>
  )
}
